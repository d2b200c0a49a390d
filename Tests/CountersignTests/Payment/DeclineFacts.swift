@testable import Countersign

/// Response codes as acquirers publish them: code, class elsewhere, at Visa and at Mastercard where they differ, Visa's
/// category (1 never, 2 later, 3 check data, 4 generic, 0 none). Written from the published tables and from nothing in the
/// code.
enum DeclineFacts {
    struct Fact {
        let code: String
        let general: String
        let visa: String
        let mastercard: String
        let visaCategory: Int
    }

    /// One line a code: `code class [visa=class] [mc=class] [category]`.
    static let all: [Fact] = """
        00 approved
        01 referral 4
        02 referral 4
        03 setup 2
        04 hard 1
        05 generic 4
        06 generic 4
        07 hard 1
        08 approved
        10 approved
        11 approved
        12 setup visa=hard 1
        13 setup 4
        14 hard 1
        15 hard 1
        19 soft_later 2
        21 setup
        25 setup
        28 soft_later
        30 setup
        33 hard
        34 hard
        36 hard
        39 soft_later 2
        41 hard 1
        43 hard 1
        46 hard 1
        51 soft_later 2
        52 soft_later 2
        53 soft_later 2
        54 soft_data 3
        55 soft_data 3
        57 hard 1
        58 setup 4
        59 soft_later 2
        61 soft_later 2
        62 soft_later 2
        63 hard
        64 generic 4
        65 soft_later mc=soft_sca 2
        70 soft_data mc=referral 3
        71 soft_data
        74 generic 4
        75 soft_later 2
        76 setup mc=hard
        77 hard
        78 soft_later mc=hard 2
        79 generic 4
        80 generic mc=soft_later 4
        81 generic mc=hard 4
        82 soft_data mc=generic 3
        83 soft_later mc=generic 2
        84 setup
        85 approved
        86 soft_later 2
        87 approved
        88 setup
        89 soft_data
        90 soft_later
        91 soft_later 2
        92 setup
        93 soft_later 2
        94 setup
        96 soft_later 2
        1A soft_sca 3
        1Z soft_later
        5C soft_later 2
        6P soft_data 3
        9G soft_later 2
        B1 setup
        N0 generic 4
        N3 soft_later 2
        N4 soft_later 2
        N7 soft_data 3
        N8 setup
        P5 soft_data
        P6 soft_data
        Q1 hard
        R0 hard 1
        R1 hard 1
        R2 setup
        R3 hard 1
        Z3 generic 4
        Z5 setup
        Z6 soft_later 2
        """.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            func value(_ key: String) -> String? {
                words.first { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
            }
            return Fact(
                code: words[0], general: words[1], visa: value("visa") ?? words[1], mastercard: value("mc") ?? words[1],
                visaCategory: words.count > 2 ? Int(words[words.count - 1]) ?? 0 : 0)
        }

    /// PXP's codes with the codes of field 39 that come under them.
    static let stateCodes: [(code: String, networkCodes: [String])] = [
        ("CRD000", ["00", "85"]), ("CRD001", ["08"]), ("CRD002", ["10"]), ("CRD003", ["11"]), ("CRD100", ["05", "06"]),
        ("CRD101", ["54", "33"]), ("CRD102", ["59", "34"]), ("CRD104", ["62", "04", "07", "36", "41", "43"]),
        ("CRD106", ["75"]), ("CRD107", ["01", "70"]), ("CRD108", ["02"]), ("CRD109", ["03"]), ("CRD110", ["13"]),
        ("CRD111", ["14", "15"]), ("CRD114", ["52", "53"]), ("CRD115", ["12"]), ("CRD116", ["51"]), ("CRD117", ["55"]),
        ("CRD119", ["57", "R0", "R1", "R3"]), ("CRD120", ["58"]), ("CRD121", ["61"]), ("CRD122", ["63", "82", "N7"]),
        ("CRD123", ["65"]), ("CRD124", ["93"]), ("CRD125", ["78"]),
    ]

    /// PXP's list: CRD000 to CRD007, CRD100 to CRD129, CRD180 to CRD185.
    static let allStateCodes: [String] = (Array(0...7) + Array(100...129) + Array(180...185)).map {
        "CRD" + String(repeating: "0", count: 3 - String($0).count) + String($0)
    }
}
