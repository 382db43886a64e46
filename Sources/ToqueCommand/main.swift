// Arguments in, exit status out; everything else is in `CommandLineTool`.

import Foundation
import Toque

// What Toque writes, password hashes among it, is its own account's only.
umask(0o077)
exit(
    await CommandLineTool.run(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
