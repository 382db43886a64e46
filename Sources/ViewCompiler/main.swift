// The build tool of the plugin `CompileViews`: reads files, writes one Swift file, prints the errors it finds.
// Usage: ViewCompiler view|locales|words|migrations|starter|digest FOLDER OUTPUT NAME…

import Glibc

exit(run(CommandLine.arguments))
