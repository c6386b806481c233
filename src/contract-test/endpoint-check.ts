import type { TestRequest } from '../dialects/contract-test.js'
import type { Answered, Check, Tester } from './check.js'
import type { ProblemList } from './findings.js'

/** Sends a request. `undefined`: there was no answer. */
export type Send = (request: TestRequest) => Promise<Answered | undefined>

/** A check of some requests one after the other. */
export function endpointCheck(tester: Tester, style: string, name: string, run: (send: Send) => Promise<void>): Check {
  return { style, name, run: (problems: ProblemList) => run((request) => tester.ask(request, problems)) }
}
