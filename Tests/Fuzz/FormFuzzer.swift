// Fuzzes urlencoded and multipart forms, which must keep their limits.

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let limits = Limits()
    if let form = try? Form(body: RequestBody(bytes), contentType: "application/x-www-form-urlencoded") {
        precondition(form.fields.count <= limits.formFields)
        // A form that was read and encoded again reads the same.
        let again = try? Parameters(parsing: Parameters(form.fields).encoded())
        let named = form.fields.filter { !($0.name.isEmpty && $0.value.isEmpty) }
        precondition(
            again?.pairs.filter { !($0.name.isEmpty && $0.value.isEmpty) }.elementsEqual(named, by: ==) == true)
    }
    if let form = try? Form(body: RequestBody(bytes), contentType: "multipart/form-data; boundary=x") {
        precondition(form.fields.count <= limits.formFields && form.files.count <= limits.formFiles)
        precondition(form.files.reduce(0) { $0 + $1.file.content.count } <= count)
        precondition(form.fields.allSatisfy { !$0.name.isEmpty })
    }
    // The first line is the content type, the rest is the body.
    let line = bytes.prefix { $0 != 10 }
    _ = try? Form(
        body: RequestBody(bytes.dropFirst(line.count + 1)), contentType: String(decoding: line, as: UTF8.self))
    return 0
}
