export { local } from './kind.js'
export { locateLocalModel, type LocalModelFiles } from './locate.js'
export { startLocalModel, type LocalModel, type LocalModelOptions } from './start.js'
