/** A form with its files in memory. */
export interface MultipartForm {
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly files: readonly FormFile[]
}

export interface FormFile {
  readonly name: string
  readonly filename: string
  readonly contentType?: string
  readonly bytes: Buffer
}

/** The first value of a field. */
export function fieldOf(form: Pick<MultipartForm, 'fields'>, name: string): string | undefined {
  return form.fields.find((field) => field.name === name)?.value
}
