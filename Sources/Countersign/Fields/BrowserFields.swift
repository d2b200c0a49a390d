/// Fields of the shopper's browser. PXP, integrated authentication, initiate; EMV 3-D Secure 2.2, browserAcceptHeader to
/// browserUserAgent.
public enum BrowserFields {
    /// `browserData` of the transaction data and of the reply of `onPresentFingerprint`.
    public static let table = FieldTable<BrowserData>([
        .text("acceptHeader", \.acceptHeader, .text(0...2_048)),
        Field("colorDepth", .int(1...64)) {
            $0.colorDepth = $1.int.map(allowedDepth) ?? BrowserData().colorDepth
        } read: {
            .int(Int64($0.colorDepth))
        },
        .text("ipAddress", \.ipAddress, .ip),
        .flag("javaEnabled", \.javaEnabled),
        .flag("javaScriptEnabled", \.javaScriptEnabled, absent: true),
        .text("language", \.language, .language),
        .int("screenHeight", \.screenHeight, 0...999_999),
        .int("screenWidth", \.screenWidth, 0...999_999),
        .int("timeZoneOffsetInMinutes", \.timeZoneOffsetInMinutes, -840...840),
        .text("userAgent", \.userAgent, .text(0...2_048)),
    ])

    /// The depths that EMV 3-D Secure knows. Browsers report others (30 on many screens), which issuers refuse: the next lower
    /// one stands for them.
    private static let depths = [48, 32, 24, 16, 15, 8, 4, 1]

    private static func allowedDepth(_ depth: Int64) -> Int {
        depths.first { Int64($0) <= depth } ?? 1
    }
}
