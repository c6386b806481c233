/** The environment variable with the path where workers pass requests on. */
export const entranceVariable = 'ANYWIRE_WORKER_ENTRANCE'
