// The entry point: passes arguments to `CommandLineTool` and exits with its status.

import Foundation
import Toque

// Only this account may read the files that Toque writes, which include password hashes.
umask(0o077)
exit(
    await CommandLineTool.run(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
