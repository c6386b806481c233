export type * from './configuration.js'
export { explainConfiguration } from './explain.js'
export { loadConfiguration, readEnvironment, type LoadOptions } from './load.js'
export { ConfigurationError, configurationExitCode } from './problem.js'
