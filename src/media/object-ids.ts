import { References, type NamedReferences, type ObjectIds } from '../dialects/object-ids.js'

/** Files that JSON requests of the media tasks name: pictures to be edited, parts of contents to be embedded. */
export const mediaObjectIds: ObjectIds = {
  referencesIn: (wire) => {
    const references = new References()
    references.addNamed(wire, '', named)
    return references.found
  },
  marks: ['"file_id"', '"fileUri"', '"file_uri"'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
}

const named: NamedReferences = { members: { file_id: 'File', fileUri: 'File', file_uri: 'File' } }
