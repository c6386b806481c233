// Our own lint rules: what every operation must have for readers of the contract, and what keeps schemas open to new fields.

export default function contractRules() {
  return {
    id: 'contract',
    rules: {
      oas3: {
        'operation-own-security': operationOwnSecurity,
        'request-examples': requestExamples,
        'reply-examples': replyExamples,
        'error-examples': errorExamples,
        'request-ids': requestIds,
        'open-schemas': openSchemas,
        'open-branch-form': openBranchForm,
      },
    },
  }
}

/** gateway.yaml joins single path items, so security cannot be inherited from the top of a document. */
function operationOwnSecurity() {
  return {
    Operation(operation, { report, location }) {
      if (!operation.security) report({ message: `${operation.operationId}: name its credentials in its own \`security\``, location })
    },
  }
}

function requestExamples() {
  return {
    Operation(operation, { report, location, resolve }) {
      const body = resolved(operation.requestBody, resolve)
      for (const [type, content] of Object.entries(body?.content ?? {}))
        if (!hasExample(content))
          report({ message: `${operation.operationId}: the ${type} request has no example`, location: location.child('requestBody') })
    },
  }
}

function replyExamples() {
  return eachReply((status) => /^2/.test(status), 'reply')
}

function errorExamples() {
  return eachReply((status) => !/^[23]/.test(status), 'error')
}

function eachReply(belongs, what) {
  return {
    Operation(operation, { report, location, resolve }) {
      for (const [status, reference] of Object.entries(operation.responses ?? {})) {
        if (!belongs(status)) continue
        for (const [type, content] of Object.entries(resolved(reference, resolve)?.content ?? {}))
          if (!hasExample(content) && !isBinary(type))
            report({
              message: `${operation.operationId}: the ${type} ${what} ${status} has no example`,
              location: location.child(['responses', status]),
            })
      }
    },
  }
}

/** Every reply of the gateway has the id under which the request is recorded. */
function requestIds() {
  let upstream = false
  return {
    Root(document) {
      upstream = document['x-upstream-only'] === true
    },
    Operation(operation, { report, location, resolve }) {
      for (const [status, reference] of Object.entries(operation.responses ?? {}))
        if (!upstream && resolved(reference, resolve)?.headers?.['x-request-id'] === undefined)
          report({
            message: `${operation.operationId}: the reply ${status} does not have the header x-request-id`,
            location: location.child(['responses', status]),
          })
    },
  }
}

/** Schemas must accept unknown fields: providers add some every week. */
function openSchemas() {
  return {
    Schema(schema, { report, location }) {
      if (schema.additionalProperties === false || schema.unevaluatedProperties === false)
        report({ message: 'schemas are open to unknown fields: leave additionalProperties out', location })
    },
  }
}

/** An open branch must accept only tags that no other branch has. */
function openBranchForm() {
  return {
    Schema(schema, { report, location }) {
      if (schema['x-open'] !== true) return
      const guarded = Object.entries(schema.properties ?? {}).some(
        ([name, property]) => property.not?.enum && schema.required?.includes(name),
      )
      if (!guarded) report({ message: 'an `x-open` branch needs a required tag with `not: { enum: [the known tags] }`', location })
    },
  }
}

const resolved = (value, resolve) => (value?.$ref ? resolve(value).node : value)
const hasExample = (content) => content.example !== undefined || Object.keys(content.examples ?? {}).length > 0
const isBinary = (type) => /^(audio|image|video)\/|octet-stream/.test(type)
