/// A card brand (scheme). The numbers are stable: they cross the C interface.
public enum CardBrand: UInt8, CaseIterable, Sendable {
    case visa = 1
    case mastercard = 2
    case amex = 3
    case discover = 4
    case diners = 5
    case jcb = 6
    case unionpay = 7
    case maestro = 8
    case elo = 9
    case mir = 10
    case hiper = 11
    case hipercard = 12
    case dankort = 13
    case bancontact = 14
    case troy = 15
    case verve = 16
    case uatp = 17
    case rupay = 18
    case naranja = 19
    case cartesBancaires = 20

    /// The brand's name in text interfaces: `visa`, `cartes_bancaires`.
    public var id: String { facts.id.description }

    /// The same as a static text.
    public var idText: StaticString { facts.id }

    /// The brand's name for people: `American Express`.
    public var name: String { facts.name.description }

    /// The legal lengths of its card numbers, ascending.
    public var lengths: [Int] { (12...CardNumber.longest).filter { facts.lengths & (1 << $0) != 0 } }

    /// The length of nearly all its cards: 16, Amex 15, Diners Club 14. At it a form may move on with the host's consent.
    public var usualLength: Int { facts.usualLength }

    /// What its security code is called: `CVV`, `CID`, `CVC`; `none` where the brand has none.
    public var securityCodeName: String { facts.codeName.description }

    var codeNameText: StaticString { facts.codeName }

    /// The digits of its security code, 0 where the brand has none or leaves it open.
    public var securityCodeLength: Int { Int(code & 15) }

    /// Whether a security code is asked for.
    public var securityCodePolicy: SecurityCodePolicy { SecurityCodePolicy(rawValue: code >> 4) ?? .required }

    /// After how many digits a gap stands when `length` digits are shown, as bits.
    func gaps(_ length: Int) -> UInt32 {
        facts.gapsByLength.first { $0.0 == length }?.1 ?? facts.gaps
    }

    /// The brand with this name in text interfaces, spelled exactly as `id`.
    public init?(id: String) {
        guard let brand = Self.allCases.first(where: { $0.id == id }) else { return nil }
        self = brand
    }

    private var code: UInt8 { BrandTableData.codes[Int(rawValue & 31)] }

    private var facts: BrandFacts {
        let index = Int(rawValue) &- 1
        return BrandTableData.brands.indices.contains(index) ? BrandTableData.brands[index] : .unknown
    }
}

/// Whether a brand's cards carry a security code that a form asks for.
public enum SecurityCodePolicy: UInt8, Sendable {
    /// Asked for and needed.
    case required = 0
    /// May be left out: Maestro, UATP.
    case optional = 1
    /// The cards have none; a form shows no field: Bancontact.
    case hidden = 2
}

/// One row of the generated table. Lengths and gaps are bits by count of digits.
struct BrandFacts: Sendable {
    let id: StaticString
    let name: StaticString
    let lengths: UInt32
    let usualLength: Int
    let gaps: UInt32
    var gapsByLength: [(Int, UInt32)] = []
    let codeName: StaticString

    /// Never reached: every brand has its row, which a test holds.
    static let unknown = BrandFacts(id: "", name: "", lengths: 0, usualLength: 16, gaps: 0x11110, codeName: "")
}
