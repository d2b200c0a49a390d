// swift-tools-version: 6.0
import PackageDescription

/// Warnings are errors where `COUNTERSIGN_STRICT` is set, as it is in CI.
let strict: [SwiftSetting] = Context.environment["COUNTERSIGN_STRICT"] == nil ? [] : [.unsafeFlags(["-warnings-as-errors"])]

/// The shared object carries the Swift runtime, exports `csn_*` alone and never unloads. These flags stand on this one thin
/// target, since tests that depend on a target with them would link a second, static runtime.
let sharedObjectLinkerSettings: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-static-stdlib",
            "-Xlinker", "-soname=libcountersign.so.1",
            "-Xlinker", "--version-script=Sources/Packaging/countersign.map",
            "-Xlinker", "-z", "-Xlinker", "nodelete",
            "-Xlinker", "-z", "-Xlinker", "now",
            "-Xlinker", "-z", "-Xlinker", "defs",
            "-Xlinker", "--gc-sections",
        ], .when(configuration: .release))
]

let package = Package(
    name: "countersign",
    products: [
        .library(name: "countersign", type: .dynamic, targets: ["CountersignShared"])
    ],
    targets: [
        .systemLibrary(name: "CCountersign", path: "Include"),
        .target(name: "CSystem"),
        .target(name: "Countersign", dependencies: ["CSystem"], swiftSettings: strict),
        .target(name: "CountersignRuntime", dependencies: ["Countersign", "CSystem"], swiftSettings: strict),
        .target(
            name: "CountersignABI", dependencies: ["CountersignRuntime", "Countersign", "CSystem", "CCountersign"],
            swiftSettings: strict),
        .target(
            name: "CountersignShared", dependencies: ["CountersignABI"],
            swiftSettings: strict + [.unsafeFlags(["-static-stdlib"], .when(configuration: .release))],
            linkerSettings: sharedObjectLinkerSettings),
        .testTarget(
            name: "CountersignTests", dependencies: ["CountersignRuntime", "Countersign", "CSystem"], swiftSettings: strict),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzz targets, which only `make fuzz` and `make check-fuzz` build.
if Context.environment["COUNTERSIGN_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "CountersignFuzz",
            dependencies: ["CountersignABI", "CountersignRuntime", "Countersign", "CCountersign", "CSystem"],
            path: "Tests/fuzz", exclude: ["corpus", "README.md"],
            swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]))
}
