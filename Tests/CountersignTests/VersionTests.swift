import Countersign
import Testing

@Test("The version has three numbers")
func versionHasThreeNumbers() {
    #expect(libraryVersion.split(separator: ".").count == 3)
}
