/// Fields of shoppers, addresses and recurring series, which stand at several places.
public enum PersonFields {
    /// `shopper` of the transaction data, and the reply of `onGetShopper`. PXP, transactions.
    public static let shopper = FieldTable<Shopper>([
        .text("id", \.id, .text(min: 0, max: FieldLimits.shopperId)),
        .text("email", \.email, .email),
        .text("firstName", \.firstName, .text(min: 0, max: FieldLimits.personName)),
        .text("lastName", \.lastName, .text(min: 0, max: FieldLimits.personName)),
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
        .text("line1", \.line1, .text(min: 0, max: 50)),
        .text("line2", \.line2, .text(min: 0, max: 50)),
        .text("line3", \.line3, .text(min: 0, max: 50)),
        .text("city", \.city, .text(min: 0, max: 50)),
        .text("postalCode", \.postalCode, .text(min: 0, max: 16)),
        .text("stateCode", \.stateCode, .text(min: 0, max: 3)),
        .text("countryNumericCode", \.countryNumericCode, .countryNumber),
    ])

    /// A series of payments. PXP, transactions.
    static let recurring = FieldTable<Recurring>([
        .int("frequencyInDays", \.frequencyInDays, 1...9_999, hidesAbsent: true),
        .text("frequencyExpiration", \.frequencyExpiration, .date),
        .text(
            "processingModel", \.processingModel, .text(min: 0, max: FieldLimits.processingModel),
            absent: Recurring().processingModel),
    ])
}
