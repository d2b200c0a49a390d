/// The fields of a card form. The numbers are stable: they cross the C interface.
public enum CardField: UInt8, CaseIterable, Sendable {
    case number = 0
    case expiry = 1
    case securityCode = 2
    case holderName = 3
}

/// How a field stands.
public struct FieldState: Equatable, Sendable {
    /// Which field it is.
    public let field: CardField
    /// Why it is as it is.
    public let reason: FieldReason
    /// Whether it can be paid with as it stands.
    public let isValid: Bool
    /// Whether more typing may make or keep it valid.
    public let isPotentiallyValid: Bool

    init(_ field: CardField, _ reason: FieldReason, isPotentiallyValid: Bool) {
        self.field = field
        self.reason = reason
        isValid = reason == .ok
        self.isPotentiallyValid = isPotentiallyValid
    }

    /// The documented code of what is wrong, such as `CN02`; empty for a valid field.
    public var errorCode: StaticString {
        switch (field, reason) {
        case (_, .ok): ""
        case (.number, .empty): "CN01"
        case (.number, .brandNotAccepted): "CN03"
        case (.number, .unknownBrand): "CN04"
        case (.number, .fundingNotAccepted), (.number, .countryNotAccepted): "CN05"
        case (.number, _): "CN02"
        case (.expiry, .empty): "ED01"
        case (.expiry, .expired): "ED03"
        case (.expiry, .tooFar): "ED04"
        case (.expiry, _): "ED02"
        case (.securityCode, .empty): "CV01"
        case (.securityCode, _): "CV02"
        case (.holderName, .empty): "CH01"
        case (.holderName, _): "CH02"
        }
    }

    /// A text for the shopper; empty for a valid field.
    public var message: StaticString {
        switch (field, reason) {
        case (_, .ok): ""
        case (.number, .empty): "Card number is required"
        case (.number, .brandNotAccepted): "Card brand is not accepted"
        case (.number, .unknownBrand): "Card brand is not recognised"
        case (.number, .fundingNotAccepted), (.number, .countryNotAccepted): "Card is not accepted"
        case (.number, _): "Card number is invalid"
        case (.expiry, .empty): "Expiry date is required"
        case (.expiry, .expired): "Card has expired"
        case (.expiry, _): "Expiry date is invalid"
        case (.securityCode, .empty): "Security code is required"
        case (.securityCode, _): "Security code is invalid"
        case (.holderName, .empty): "Cardholder name is required"
        case (.holderName, _): "Cardholder name is invalid"
        }
    }

    /// The documented symbol of what is wrong, such as `INVALID_CARD_NUMBER`; empty for a valid field.
    public var symbol: StaticString {
        if isValid { return "" }
        return switch field {
        case .number: "INVALID_CARD_NUMBER"
        case .expiry: "INVALID_EXPIRY_DATE"
        case .securityCode: "INVALID_CVC"
        case .holderName: "INVALID_CARD_HOLDER"
        }
    }
}
