/// Fields of shoppers, addresses and recurring series, which stand at several places.
public enum PersonFields {
    /// `shopper` of the transaction data, and the reply of `onGetShopper`. PXP, transactions.
    public static let shopper = FieldTable<Shopper>([
        .text("id", \.id, .text(0...FieldLimits.shopperId)),
        .text("email", \.email, .email),
        .text("firstName", \.firstName, .text(0...FieldLimits.personName)),
        .text("lastName", \.lastName, .text(0...FieldLimits.personName)),
        .text("dateOfBirth", \.dateOfBirth, .date),
    ])

    /// How the issuer may reach the shopper. PXP, integrated authentication, initiate; EMV 3-D Secure 2.2, email, mobilePhone.
    static let threeDSShopper = FieldTable<ThreeDSShopper>([
        .text("email", \.email, .email),
        .text("mobilePhone", \.mobilePhone, .phone),
        .text("homePhone", \.homePhone, .phone),
        .text("workPhone", \.workPhone, .phone),
    ])

    /// A billing or shipping address. EMV 3-D Secure 2.2, billAddrCity to billAddrState.
    static let address = FieldTable<Address>([
        .text("line1", \.line1, .text(0...50)),
        .text("line2", \.line2, .text(0...50)),
        .text("line3", \.line3, .text(0...50)),
        .text("city", \.city, .text(0...50)),
        .text("postalCode", \.postalCode, .text(0...16)),
        .text("stateCode", \.stateCode, .text(0...3)),
        .text("countryNumericCode", \.countryNumericCode, .countryNumber),
    ])

    /// A series of payments. PXP, transactions.
    static let recurring = FieldTable<Recurring>([
        .int("frequencyInDays", \.frequencyInDays, 1...9_999, hidesAbsent: true),
        .text("frequencyExpiration", \.frequencyExpiration, .date),
        .text(
            "processingModel", \.processingModel, .text(0...FieldLimits.processingModel),
            absent: Recurring().processingModel),
    ])
}
