// Arguments in, exit status out; everything else is in `CommandLineTool`.

import Foundation
import Toque

exit(
    await CommandLineTool.run(
        Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
