export const help = `anywire: the model gateway. Any wire style in, any provider out.

Usage
  anywire [start] [--config FILE] [--port N]   serve in the foreground
  anywire --check-config [--config FILE]       only check the configuration; exit code 78 when it is wrong
  anywire discover [--json]                    show the providers that a start without a file would use
  anywire mock [--port N] [--style S]          answer from the contract's examples, without provider and key (port 8788)
  anywire contract-test URL --token T [--style S] [--model M]
                                               hold a gateway or a provider against the contract
  anywire reconcile FILE --provider NAME [--json]
                                               hold a provider's export of usage or costs against the books
  anywire backup FILE                          write a copy of the SQLite database, also while it is in use
  anywire schema                               print the JSON Schema of anywire.yaml
  anywire providers                            print which endpoint works with which kind of provider
  anywire --version | --help

Configuration
  FILE, else the file that ANYWIRE_CONFIG names, else ./anywire.yaml, else none: then every provider whose usual
  key variable is set (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY …), every local server on its usual port
  (Ollama, LM Studio, llama.cpp, vLLM), and else the built-in local model.
  ANYWIRE_PORT and ANYWIRE_SECRET_KEY override the file.

Example
  OPENAI_API_KEY=sk-… anywire start --port 8787
`
