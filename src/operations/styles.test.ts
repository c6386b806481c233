import { readFileSync } from 'node:fs'
import { requestStyles } from '../exchange/media-task.js'
import { describeOperations } from '../contract/describe.js'
import { styleOf } from './styles.js'

const document = JSON.parse(readFileSync(new URL('../../openapi/dist/gateway.json', import.meta.url), 'utf8'))

test('every operation that asks a model has its style', async () => {
  const operations = await describeOperations(document)
  const without = operations.filter(({ path, operationId }) => /^\/v\d/.test(path) && styleOf(operationId) === undefined)
  expect(without.map(({ operationId }) => operationId).sort()).toEqual(['getModel', 'getModelV1beta', 'listModels', 'listModelsV1beta'])
})

test('the contract names the styles that a token can be confined to', () => {
  expect(document.components.schemas.PlatformStyles.items.enum).toEqual(requestStyles)
})
