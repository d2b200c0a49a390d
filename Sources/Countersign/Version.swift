/// The library version, as in the header and the CHANGELOG.
public let libraryVersion = "0.1.0"
