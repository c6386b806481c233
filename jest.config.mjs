export default {
  testEnvironment: 'node',
  // The machines that run them may be busy with other suites; a test that waits is still a failure.
  testTimeout: 60_000,
  // Modules of finished files stay in a process's memory: a worker that has grown is replaced by another. Without this all files run in one process.
  workerIdleMemoryLimit: '1500MB',
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } }] },
  moduleNameMapper: {
    // What the build compiles of contract and configuration, as in the program: else each file would compile it again, in some seconds.
    '/own-operations\\.js$': '<rootDir>/dist/contract-validators.js',
    '/compiled-shape\\.js$': '<rootDir>/dist/configuration-validator.js',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  testSequencer: '<rootDir>/test/sequencer.mjs',
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/console/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/build/', '<rootDir>/dist/'],
}
