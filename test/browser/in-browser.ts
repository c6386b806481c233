import { chromiumPath } from './console-gateway.js'

/** A test in a browser, where there is one. */
export const inBrowser = chromiumPath === undefined ? test.skip : test
