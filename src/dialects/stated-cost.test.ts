import { parseWire } from '../json/exact-numbers.js'
import { isObject } from '../json/object.js'
import { readStatedCost } from './stated-cost.js'

test.each([
  ['OpenRouter', '{"cost":0.00014}', '0.00014'],
  ['nothing to pay', '{"cost":0}', '0'],
  ['more digits than binary64 holds', '{"cost":0.000123456789012345678901}', '0.000123456789012345678901'],
  ['another key than OpenRouter’s', '{"cost":0.05,"is_byok":true,"cost_details":{"upstream_inference_cost":0.95}}', '1'],
  ['the charge within the price', '{"cost":0.05,"is_byok":false,"cost_details":{"upstream_inference_cost":0.04}}', '0.05'],
  ['xAI', '{"cost_in_usd_ticks":37756000}', '0.0037756'],
  ['xAI, more digits than binary64 holds', '{"cost_in_usd_ticks":9007199254740993}', '900719.9254740993'],
  ['parts of ticks', '{"cost_in_usd_ticks":1.5}', undefined],
  ['Perplexity', '{"cost":{"input_tokens_cost":0.000002,"request_cost":0.005,"total_cost":0.005135}}', '0.005135'],
  ['DeepInfra', '{"estimated_cost":2.28e-06}', '0.00000228'],
  ['a negative cost', '{"cost":-1}', undefined],
  ['a cost that is none', '{"cost":"much"}', undefined],
  ['none', '{"prompt_tokens":1}', undefined],
])('%s', (_name, json, expected) => {
  const wire = parseWire(`{"usage":${json}}`)
  const usage = isObject(wire) && isObject(wire['usage']) ? wire['usage'] : {}
  expect(readStatedCost(usage)).toEqual(expected === undefined ? {} : { costUsd: expected })
})
