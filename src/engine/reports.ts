/**
 * Node's diagnostic reports, which an operator may switch on (`--report-on-fatalerror`, `--report-on-signal`), leave out the environment: it
 * has the keys of providers, and reports are sent to others. Holds for this thread only.
 */
export function keepEnvironmentOutOfReports(): void {
  process.report.excludeEnv = true
}

/** Options of threads: none of the environment in their part of a report, nor in their memory, and none of the process's own options. */
export const threadOptions = { execArgv: ['--report-exclude-env'], env: {} }
