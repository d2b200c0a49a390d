/// The host's own data about a payment: one flat object of texts.
enum MetadataSchema {
    static let schema = JSONSchema(
        "an object of at most \(FieldLimits.metadata.entries) texts",
        .texts(max: FieldLimits.metadata.entries, name: FieldLimits.metadata.name, value: FieldLimits.metadata.value))
}
