// The client profile: the joined document in OpenAPI 3.0 with only the constructs that client generators take. The hand-written documents are the
// validation profile; this is the one documented step from there: docs/decisions/two-profiles-of-the-contract.md.
import { chosenForms } from './operations.mjs'
import { plainObjects } from './plain-objects.mjs'
import { nullable } from './nullable.mjs'
import { closedUnions } from './closed-unions.mjs'
import { withoutAliases } from './aliases.mjs'
import { joinedLists } from './joined-lists.mjs'
import { taggedUnions } from './tagged-unions.mjs'
import { nullsInReplies } from './nulls-in-replies.mjs'
import { oneSpelling } from './spellings.mjs'
import { knownKeywords } from './keywords.mjs'
import { neededSchemas } from './needed-schemas.mjs'

/** In this order: each step relies on the forms that those before it have left. */
const steps = [
  chosenForms,
  plainObjects,
  nullable,
  closedUnions,
  withoutAliases,
  joinedLists,
  taggedUnions,
  nullsInReplies,
  oneSpelling,
  knownKeywords,
  neededSchemas,
]

/** `document`: a bundled document in which only schemas are referred to. It is not changed. */
export function clientProfile(document) {
  return steps.reduce((written, step) => step(written), document)
}
