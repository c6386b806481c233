/** Any JSON value: the assertions of the tests check its shape. */
export type Json = ReturnType<typeof JSON.parse>
