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
  anywire token create NAME [--expires 30d] [--models a,b] [--budget 20] [--rpm 60] [--tpm 100000]
                                               make a token in the running gateway; its key alone goes to standard output
  anywire token list | rotate NAME [--grace 1h] | revoke NAME
  anywire usage [--since 7d] [--by model,token]
                                               show requests, tokens and cost
  anywire requests [--failed] [--follow]       show the newest requests
  anywire models                               show the models that a token may use
  anywire try MODEL TEXT                       send one request through the running gateway
                                               (all of these: --url ADDRESS --token KEY --json --csv)
  anywire schema                               print the JSON Schema of anywire.yaml
  anywire providers                            print which endpoint works with which kind of provider
  anywire --version | --help

Configuration
  FILE, else the file that ANYWIRE_CONFIG names, else ./anywire.yaml, else none: then every provider whose usual
  key variable is set (OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY …), every local server on its usual port
  (Ollama, LM Studio, llama.cpp, vLLM), and else the built-in local model.
  ANYWIRE_PORT and ANYWIRE_SECRET_KEY override the file.
  Commands for a running gateway find it by the configuration, and take ANYWIRE_ADMIN_KEY (else admin.key) or, for
  models and try, ANYWIRE_TOKEN (else the first token of the file).

Example
  OPENAI_API_KEY=sk-… anywire start --port 8787
  TOKEN=$(anywire token create ci --expires 30d --budget 20)
`
