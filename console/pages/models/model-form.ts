import type { PlatformModel, PlatformModelChanges, PlatformNewModel, PlatformPrice } from '../../../generated/platform/model/index.js'
import type { Modality } from '../../format/modalities.js'
import { enteredMoney } from '../../format/money.js'

/** The members of a price that have fields; the others stay as they are. */
export const priceFields = [
  'input_per_million_usd',
  'cached_input_per_million_usd',
  'cache_write_per_million_usd',
  'output_per_million_usd',
] as const
export type PriceField = (typeof priceFields)[number]

export interface TargetForm {
  /** Tells the rows of the form apart. */
  readonly id: number
  readonly provider: string
  readonly model: string
  readonly weight: string
}

export interface ModelForm {
  readonly name: string
  readonly aliases: string
  readonly targets: readonly TargetForm[]
  readonly price: Readonly<Record<PriceField, string>>
  readonly maxOutput: string
  readonly contextWindow: string
  /** None: not known. */
  readonly modalities: readonly Modality[]
}

export type FormErrors = Readonly<Partial<Record<'name' | 'targets' | 'maxOutput' | 'contextWindow' | PriceField, string>>>

const noPrice = { input_per_million_usd: '', cached_input_per_million_usd: '', cache_write_per_million_usd: '', output_per_million_usd: '' }

export const emptyForm: ModelForm = {
  ...{ name: '', aliases: '', price: noPrice, maxOutput: '', contextWindow: '', modalities: [] },
  targets: [{ id: 0, provider: '', model: '', weight: '' }],
}

export function formOf(model: PlatformModel): ModelForm {
  const price = { ...noPrice }
  for (const field of priceFields) price[field] = model.price?.[field] ?? ''
  return {
    name: model.name,
    aliases: model.aliases.join('\n'),
    targets: model.targets.map((target, id) => ({
      ...{ id, provider: target.provider, model: target.model },
      weight: target.weight === null ? '' : String(target.weight),
    })),
    price,
    maxOutput: model.max_output_tokens === null ? '' : String(model.max_output_tokens),
    contextWindow: model.context_window === null ? '' : String(model.context_window),
    modalities: model.modalities ?? [],
  }
}

/** The body that makes this model, or what is wrong at which field. `before`: the model as it is, whose other settings stay. */
export function readForm(form: ModelForm, before?: PlatformModel): { readonly body: PlatformNewModel } | { readonly errors: FormErrors } {
  const errors: Partial<Record<keyof FormErrors, string>> = {}
  const name = form.name.trim()
  if (name === '') errors.name = 'A model needs a name.'
  const targets = form.targets.map(({ provider, model, weight }) => {
    const found = before?.targets.find((one) => one.provider === provider && one.model === model.trim())
    return {
      provider,
      model: model.trim(),
      ...(weight.trim() !== '' && { weight: Number(weight) }),
      ...(found !== undefined && found.price !== null && { price: found.price }),
    }
  })
  if (targets.length === 0 || targets.some(({ provider, model }) => provider === '' || model === ''))
    errors.targets = 'Each target needs a provider and the name of a model there.'
  else if (form.targets.some(({ weight }) => weight.trim() !== '' && !/^\d+(\.\d+)?$/.test(weight.trim())))
    errors.targets = 'A weight is a number.'
  const price = readPrice(form.price, before?.price ?? null, errors)
  const [maxOutput, contextWindow] = [readTokens('maxOutput'), readTokens('contextWindow')]
  if (Object.keys(errors).length > 0) return { errors }
  const aliases = form.aliases.split(/[\s,]+/).filter((alias) => alias !== '')
  return {
    body: {
      name,
      targets,
      ...(aliases.length > 0 && { aliases }),
      ...(price !== undefined && { price }),
      ...(maxOutput !== undefined && { max_output_tokens: maxOutput }),
      ...(contextWindow !== undefined && { context_window: contextWindow }),
      ...(form.modalities.length > 0 && { modalities: [...form.modalities] }),
    },
  }

  function readTokens(field: 'maxOutput' | 'contextWindow'): number | undefined {
    const text = form[field].trim()
    if (text === '') return undefined
    if (!/^[1-9]\d{0,8}$/.test(text)) errors[field] = 'A whole number from 1 to 999,999,999.'
    return Number(text)
  }
}

function readPrice(
  fields: ModelForm['price'],
  before: PlatformPrice | null,
  errors: Partial<Record<PriceField, string>>,
): PlatformPrice | undefined {
  const price: PlatformPrice = { ...before }
  for (const field of priceFields) {
    const amount = enteredMoney(fields[field])
    if (amount !== undefined) price[field] = amount
    else if (fields[field].trim() === '') Reflect.deleteProperty(price, field)
    else errors[field] = 'An amount of dollars such as 2.50.'
  }
  return Object.keys(price).length === 0 ? undefined : price
}

/** What a body as of `readForm` changes in a model. */
export function changesOf(model: PlatformModel, body: PlatformNewModel): PlatformModelChanges {
  const before = readForm(formOf(model), model)
  const known = 'body' in before ? before.body : { name: model.name, targets: [] }
  const changes: Record<string, unknown> = {}
  for (const name of ['aliases', 'targets', 'price', 'max_output_tokens', 'context_window', 'modalities'] as const)
    if (JSON.stringify(known[name]) !== JSON.stringify(body[name])) changes[name] = body[name] ?? null
  return changes
}
