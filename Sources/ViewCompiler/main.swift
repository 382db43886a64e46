// The build tool behind the plugin `CompileViews`: reads files, writes one Swift file, prints what is wrong with them.
// Usage: ViewCompiler view|locales|migrations|starter|digest FOLDER OUTPUT NAME…

import Glibc

exit(run(CommandLine.arguments))
