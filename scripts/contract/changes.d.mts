/** The breaking changes from one bundled document to the next, each in one sentence. */
export function breakingChanges(before: object, after: object): string[]
