declare const ANYWIRE_VERSION: string | undefined

/** Set by the build; from sources it is a development version. */
export const version = typeof ANYWIRE_VERSION === 'string' ? ANYWIRE_VERSION : '0.0.0-development'
