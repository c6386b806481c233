// Made by `make prices`; not edited. The prices are those of the package named below, whose licence stands beside this file.
export const source = {"package":"@pydantic/genai-prices","licence":"MIT","date":"2026-11-28","version":"0.1.8"} as const

/**
 * Price lists by name. `text`: a line for each model: its names and its price, both JSON, and the tokens of its context window where
 * they are known, with tabs between them.
 */
export const lists: Readonly<Record<string, { readonly address: string; readonly others: readonly string[]; readonly text: string }>> = {
  "anthropic": { address: "https://api\\.anthropic\\.com", others: [], text: String.raw`["claude-2","claude-2*","*claude-v2*"]	{"input_per_million_usd":"8","output_per_million_usd":"24"}	200000
["claude-3-5-haiku-latest","claude-3-5-haiku*","claude-3.5-haiku*"]	{"input_per_million_usd":"0.8","cache_write_per_million_usd":"1","cached_input_per_million_usd":"0.08","output_per_million_usd":"4","cache_write_1h_per_million_usd":"1.6","search_usd":"0.01"}	200000
["claude-3-5-sonnet","claude-3-5-sonnet*","claude-3.5-sonnet*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","cache_write_1h_per_million_usd":"6","search_usd":"0.01"}	200000
["claude-3-7-sonnet-latest","claude-3-7-sonnet*","claude-3.7-sonnet*","claude-sonnet-3.7*","claude-sonnet-3-7*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","cache_write_1h_per_million_usd":"6","search_usd":"0.01"}	200000
["claude-3-haiku","claude-3-haiku*"]	{"input_per_million_usd":"0.25","cache_write_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"1.25","cache_write_1h_per_million_usd":"0.5"}	200000
["claude-3-opus-latest","claude-3-opus*"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75","cache_write_1h_per_million_usd":"30"}	200000
["claude-3-sonnet","claude-3-sonnet*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","cache_write_1h_per_million_usd":"6"}	200000
["claude-fable-5","/^claude-fable-5-\\d{8}$/"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50","cache_write_1h_per_million_usd":"20","search_usd":"0.01"}	1000000
["claude-fable-5-1","/^claude-fable-5-1-\\d{8}$/"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"50","cache_write_1h_per_million_usd":"20","search_usd":"0.01"}	1000000
["claude-haiku-4-5","claude-haiku-4-5*","claude-haiku-4.5*","claude-4-5-haiku*","claude-4.5-haiku*"]	{"input_per_million_usd":"1","cache_write_per_million_usd":"1.25","cached_input_per_million_usd":"0.1","output_per_million_usd":"5","cache_write_1h_per_million_usd":"2","search_usd":"0.01"}	200000
["claude-opus-4-0","claude-opus-4-0*","claude-4-opus*","claude-opus-4","claude-opus-4-20250514"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75","cache_write_1h_per_million_usd":"30","search_usd":"0.01"}	200000
["claude-opus-4-1","claude-opus-4-1*","claude-opus-4.1*"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75","cache_write_1h_per_million_usd":"30","search_usd":"0.01"}	200000
["claude-opus-4-5","claude-opus-4-5*","claude-opus-4.5*","claude-4-5-opus*","claude-4.5-opus*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25","cache_write_1h_per_million_usd":"10","search_usd":"0.01"}	200000
["claude-opus-4-6","claude-opus-4-6*","claude-opus-4.6*","claude-4-6-opus*","claude-4.6-opus*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25","cache_write_1h_per_million_usd":"10","search_usd":"0.01"}	1000000
["claude-opus-4-7","claude-opus-4-7*","claude-opus-4.7*","claude-4-7-opus*","claude-4.7-opus*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25","cache_write_1h_per_million_usd":"10","search_usd":"0.01"}	1000000
["claude-opus-4-8","claude-opus-4-8*","claude-opus-4.8*","claude-4-8-opus*","claude-4.8-opus*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25","cache_write_1h_per_million_usd":"10","search_usd":"0.01"}	1000000
["claude-opus-5","/^claude-opus-5-\\d{8}$/","claude-opus-5.0*","claude-5-opus*","claude-5.0-opus*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25","cache_write_1h_per_million_usd":"10","search_usd":"0.01"}	1000000
["claude-opus-5-5","/^claude-opus-5-5-\\d{8}$/","claude-opus-5.5*","claude-5-5-opus*","claude-5.5-opus*"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.2","output_per_million_usd":"20","cache_write_1h_per_million_usd":"8","search_usd":"0.01"}	1000000
["claude-sonnet-4-0","claude-sonnet-4-2025*","claude-sonnet-4-0*","claude-sonnet-4@*","claude-sonnet-4","claude-4-sonnet*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","cache_write_1h_per_million_usd":"6","search_usd":"0.01"}	200000
["claude-sonnet-4-5","claude-sonnet-4-5*","claude-sonnet-4.5*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","cache_write_1h_per_million_usd":"6","search_usd":"0.01","above":[{"input_tokens":200000,"input_per_million_usd":"6","cache_write_per_million_usd":"7.5","cached_input_per_million_usd":"0.6","output_per_million_usd":"22.5","cache_write_1h_per_million_usd":"12"}]}	200000
["claude-sonnet-4-6","claude-sonnet-4-6*","claude-sonnet-4.6*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","cache_write_1h_per_million_usd":"6","search_usd":"0.01"}	1000000
["claude-sonnet-5","claude-sonnet-5*","claude-sonnet-5.0*","claude-5-sonnet*","claude-5.0-sonnet*"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"10","cache_write_1h_per_million_usd":"4","search_usd":"0.01"}	1000000
["claude-v1"]	{"input_per_million_usd":"8","output_per_million_usd":"24"}` },
  "aws": { address: "https://bedrock-runtime\\.[a-z0-9-]+\\.amazonaws\\.com(/|$)", others: [], text: String.raw`["amazon.nova-2-sonic-v1:0","*amazon.nova-2-sonic*"]	{"input_per_million_usd":"0.33","output_per_million_usd":"2.75","audio_input_per_million_usd":"3","audio_output_per_million_usd":"12"}	1000000
["amazon.nova-lite-v1:0","*amazon.nova-lite*"]	{"input_per_million_usd":"0.06","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.24"}	300000
["amazon.nova-micro-v1:0","*amazon.nova-micro*"]	{"input_per_million_usd":"0.035","cached_input_per_million_usd":"0.00875","output_per_million_usd":"0.14"}	128000
["amazon.nova-premier-v1:0","*amazon.nova-premier*"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.625","output_per_million_usd":"12.5"}	1000000
["amazon.nova-pro-v1:0","*amazon.nova-pro*"]	{"input_per_million_usd":"0.8","cached_input_per_million_usd":"0.2","output_per_million_usd":"3.2"}	300000
["amazon.nova-sonic-v1:0","*amazon.nova-sonic*"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.24","audio_input_per_million_usd":"3.4","audio_output_per_million_usd":"13.6"}
["amazon.titan-embed-text-v1","*amazon.titan-embed-text*"]	{"input_per_million_usd":"0.1"}	8192
["amazon.titan-text-express-v1","*titan-text-express*"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.6"}
["amazon.titan-text-lite-v1","*titan-text-lite*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.2"}
["deepseek.r1-v1:0","*deepseek.r1*"]	{"input_per_million_usd":"1.35","output_per_million_usd":"5.4"}	128000
["global.amazon.nova-2-lite-v1:0","*global.amazon.nova-2-lite*"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.075","output_per_million_usd":"2.5"}	1000000
["global.anthropic.claude-fable-5-1-v1:0","*global.anthropic.claude-fable-5-1","*global.anthropic.claude-fable-5-1-v1*"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"50"}	1000000
["global.anthropic.claude-fable-5-v1:0","*global.anthropic.claude-fable-5","*global.anthropic.claude-fable-5-v1*"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50"}	1000000
["global.anthropic.claude-haiku-4-5-20251001-v1:0","*global.anthropic.claude-haiku-4-5-20251001*"]	{"input_per_million_usd":"1","cache_write_per_million_usd":"1.25","cached_input_per_million_usd":"0.1","output_per_million_usd":"5"}	200000
["global.anthropic.claude-opus-4-5-v1:0","*global.anthropic.claude-opus-4-5*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	200000
["global.anthropic.claude-opus-4-6-v1:0","*global.anthropic.claude-opus-4-6*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["global.anthropic.claude-opus-4-7-v1:0","*global.anthropic.claude-opus-4-7*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["global.anthropic.claude-opus-4-8-v1:0","*global.anthropic.claude-opus-4-8*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["global.anthropic.claude-opus-5","*global.anthropic.claude-opus-5","*global.anthropic.claude-opus-5-v1*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["global.anthropic.claude-opus-5-5","*global.anthropic.claude-opus-5-5","*global.anthropic.claude-opus-5-5-v1*"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.2","output_per_million_usd":"20","cache_write_1h_per_million_usd":"8"}	1000000
["global.anthropic.claude-sonnet-4-20250514-v1:0","*global.anthropic.claude-sonnet-4-20250514*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["global.anthropic.claude-sonnet-4-5-20250929-v1:0","*global.anthropic.claude-sonnet-4-5-20250929*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["global.anthropic.claude-sonnet-4-6-v1:0","*global.anthropic.claude-sonnet-4-6*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1000000
["global.anthropic.claude-sonnet-5-v1:0","*global.anthropic.claude-sonnet-5*"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"10"}	1000000
["global.openai.gpt-5.6-luna","*global.openai.gpt-5.6-luna*"]	{"input_per_million_usd":"0.2","cache_write_per_million_usd":"0.25","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.2","above":[{"input_tokens":271999,"input_per_million_usd":"0.4","cache_write_per_million_usd":"0.5","cached_input_per_million_usd":"0.04","output_per_million_usd":"1.8"}]}	1000000
["global.openai.gpt-5.6-sol","*global.openai.gpt-5.6-sol*"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"20","above":[{"input_tokens":271999,"input_per_million_usd":"8","cache_write_per_million_usd":"10","cached_input_per_million_usd":"0.8","output_per_million_usd":"30"}]}	1000000
["global.openai.gpt-5.6-terra","*global.openai.gpt-5.6-terra*"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"12","above":[{"input_tokens":271999,"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"18"}]}	1000000
["google.gemma-3-12b-it","*google.gemma-3-12b-it*"]	{"input_per_million_usd":"0.09","output_per_million_usd":"0.29"}	128000
["google.gemma-3-27b-it","*google.gemma-3-27b-it*"]	{"input_per_million_usd":"0.23","output_per_million_usd":"0.38"}	128000
["google.gemma-3-4b-it","*google.gemma-3-4b-it*"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.08"}	128000
["meta.llama3-1-70b-instruct-v1:0","*meta.llama3-1-70b-instruct*"]	{"input_per_million_usd":"0.72","output_per_million_usd":"0.72"}	128000
["meta.llama3-1-8b-instruct-v1:0","*meta.llama3-1-8b-instruct*"]	{"input_per_million_usd":"0.22","output_per_million_usd":"0.22"}	128000
["meta.llama3-2-11b-instruct-v1:0","*meta.llama3-2-11b-instruct*"]	{"input_per_million_usd":"0.16","output_per_million_usd":"0.16"}	128000
["meta.llama3-2-1b-instruct-v1:0","*meta.llama3-2-1b-instruct*"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	128000
["meta.llama3-2-3b-instruct-v1:0","*meta.llama3-2-3b-instruct*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}	128000
["meta.llama3-2-90b-instruct-v1:0","*meta.llama3-2-90b-instruct*"]	{"input_per_million_usd":"0.72","output_per_million_usd":"0.72"}	128000
["meta.llama3-3-70b-instruct-v1:0","*meta.llama3-3-70b-instruct*"]	{"input_per_million_usd":"0.72","output_per_million_usd":"0.72"}	128000
["meta.llama3-70b-instruct-v1:0","*meta.llama3-70b-instruct*"]	{"input_per_million_usd":"2.65","output_per_million_usd":"3.5"}	8192
["meta.llama3-8b-instruct-v1:0","*meta.llama3-8b-instruct*"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.6"}	8192
["meta.llama4-maverick-17b-instruct-v1:0","*meta.llama4-maverick-17b-instruct*"]	{"input_per_million_usd":"0.24","output_per_million_usd":"0.97"}	1000000
["meta.llama4-scout-17b-instruct-v1:0","*meta.llama4-scout-17b-instruct*"]	{"input_per_million_usd":"0.17","output_per_million_usd":"0.66"}	10000000
["mistral.devstral-2-123b","*mistral.devstral-2-123b*"]	{"input_per_million_usd":"0.4","output_per_million_usd":"2"}	256000
["mistral.magistral-small-2509","*mistral.magistral-small-2509*"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}	128000
["mistral.ministral-3-14b-instruct","*mistral.ministral-3-14b-instruct*"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}	128000
["mistral.ministral-3-3b-instruct","*mistral.ministral-3-3b-instruct*"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	128000
["mistral.ministral-3-8b-instruct","*mistral.ministral-3-8b-instruct*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}	128000
["mistral.mistral-7b-instruct-v0:2","*mistral.mistral-7b-instruct-v0*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.2"}	32000
["mistral.mistral-large-2402-v1:0","*mistral.mistral-large-2402*"]	{"input_per_million_usd":"4","output_per_million_usd":"12"}	32000
["mistral.mistral-large-3-675b-instruct","*mistral.mistral-large-3-675b-instruct*"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}	256000
["mistral.mistral-small-2402-v1:0","*mistral.mistral-small-2402*"]	{"input_per_million_usd":"1","output_per_million_usd":"3"}	32000
["mistral.mixtral-8x7b-instruct-v0:1","*mistral.mixtral-8x7b-instruct-v0*"]	{"input_per_million_usd":"0.45","output_per_million_usd":"0.7"}	32000
["mistral.pixtral-large-2502-v1:0","*mistral.pixtral-large-2502*"]	{"input_per_million_usd":"2","output_per_million_usd":"6"}	128000
["mistral.voxtral-mini-3b-2507","*mistral.voxtral-mini-3b-2507*"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}	32000
["mistral.voxtral-small-24b-2507","*mistral.voxtral-small-24b-2507*"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.3"}	32000
["nvidia.nemotron-nano-3-30b:0","*nvidia.nemotron-nano-3-30b*"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.24"}	256000
["nvidia.nemotron-nano-9b-v2:0","*nvidia.nemotron-nano-9b-v2*"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.23"}	128000
["nvidia.nemotron-super-3-120b:0","*nvidia.nemotron-super-3-120b*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.65"}	256000
["openai.gpt-5.4"]	{"input_per_million_usd":"2.75","cached_input_per_million_usd":"0.275","output_per_million_usd":"16.5"}
["openai.gpt-5.5"]	{"input_per_million_usd":"5.5","cached_input_per_million_usd":"0.55","output_per_million_usd":"33"}
["openai.gpt-oss-120b-1:0","*openai.gpt-oss-120b-1*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}	128000
["openai.gpt-oss-20b-1:0","*openai.gpt-oss-20b-1*"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.3"}	128000
["qwen.qwen3-32b-v1:0","*qwen.qwen3-32b*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}	32000
["qwen.qwen3-coder-30b-a3b-v1:0","*qwen.qwen3-coder-30b-a3b*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}	256000
["qwen.qwen3-coder-480b-a35b-v1:0","*qwen.qwen3-coder-480b-a35b*"]	{"input_per_million_usd":"0.45","output_per_million_usd":"1.8"}	128000
["qwen.qwen3-vl-235b-a22b-v1:0","*qwen.qwen3-vl-235b-a22b*"]	{"input_per_million_usd":"0.53","output_per_million_usd":"2.66"}	256000
["regional.amazon.nova-2-lite-v1:0","*us.amazon.nova-2-lite*","*eu.amazon.nova-2-lite*","*jp.amazon.nova-2-lite*"]	{"input_per_million_usd":"0.33","cached_input_per_million_usd":"0.0825","output_per_million_usd":"2.75"}	1000000
["regional.anthropic.claude-3-5-haiku-20241022-v1:0","*claude-3-5-haiku-20241022*"]	{"input_per_million_usd":"0.8","cache_write_per_million_usd":"1","cached_input_per_million_usd":"0.08","output_per_million_usd":"4"}	200000
["regional.anthropic.claude-3-5-sonnet-20240620-v1:0","*claude-3-5-sonnet-20240620*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["regional.anthropic.claude-3-5-sonnet-20241022-v2:0","*claude-3-5-sonnet-20241022*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["regional.anthropic.claude-3-7-sonnet-20250219-v1:0","*claude-3-7-sonnet-20250219*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["regional.anthropic.claude-3-haiku-20240307-v1:0","*claude-3-haiku-20240307*"]	{"input_per_million_usd":"0.25","output_per_million_usd":"1.25"}	200000
["regional.anthropic.claude-3-opus-20240229-v1:0","*claude-3-opus-20240229*"]	{"input_per_million_usd":"15","output_per_million_usd":"75"}	200000
["regional.anthropic.claude-3-sonnet-20240229-v1:0","*claude-3-sonnet-20240229*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["regional.anthropic.claude-fable-5-1-v1:0","anthropic.claude-fable-5-1","claude-fable-5-1","anthropic.claude-fable-5-1-v1*","claude-fable-5-1-v1*","*us.anthropic.claude-fable-5-1-v1*"]	{"input_per_million_usd":"11","cache_write_per_million_usd":"13.75","cached_input_per_million_usd":"0.275","output_per_million_usd":"55"}	1000000
["regional.anthropic.claude-fable-5-v1:0","anthropic.claude-fable-5","claude-fable-5","anthropic.claude-fable-5-v1*","claude-fable-5-v1*","*us.anthropic.claude-fable-5-v1*","*au.anthropic.claude-fable-5-v1*","*eu.anthropic.claude-fable-5-v1*","*jp.anthropic.claude-fable-5-v1*"]	{"input_per_million_usd":"11","cache_write_per_million_usd":"13.75","cached_input_per_million_usd":"1.1","output_per_million_usd":"55"}	1000000
["regional.anthropic.claude-haiku-4-5-20251001-v1:0","anthropic.claude-haiku-4-5-20251001*","claude-haiku-4-5-20251001*","*us.anthropic.claude-haiku-4-5-20251001*","*au.anthropic.claude-haiku-4-5-20251001*","*apac.anthropic.claude-haiku-4-5-20251001*","*eu.anthropic.claude-haiku-4-5-20251001*","*us-gov.anthropic.claude-haiku-4-5-20251001*","*jp.anthropic.claude-haiku-4-5-20251001*"]	{"input_per_million_usd":"1.1","cache_write_per_million_usd":"1.375","cached_input_per_million_usd":"0.11","output_per_million_usd":"5.5"}	200000
["regional.anthropic.claude-opus-4-1-20250805-v1:0","anthropic.claude-opus-4-1-20250805*","claude-opus-4-1-20250805*","*us.anthropic.claude-opus-4-1-20250805*","*au.anthropic.claude-opus-4-1-20250805*","*apac.anthropic.claude-opus-4-1-20250805*","*eu.anthropic.claude-opus-4-1-20250805*","*us-gov.anthropic.claude-opus-4-1-20250805*","*jp.anthropic.claude-opus-4-1-20250805*"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75"}	200000
["regional.anthropic.claude-opus-4-20250514-v1:0","anthropic.claude-opus-4-20250514*","claude-opus-4-20250514*","*us.anthropic.claude-opus-4-20250514*","*au.anthropic.claude-opus-4-20250514*","*apac.anthropic.claude-opus-4-20250514*","*eu.anthropic.claude-opus-4-20250514*","*us-gov.anthropic.claude-opus-4-20250514*","*jp.anthropic.claude-opus-4-20250514*"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75"}	200000
["regional.anthropic.claude-opus-4-5-v1:0","anthropic.claude-opus-4-5*","claude-opus-4-5*","*us.anthropic.claude-opus-4-5*","*au.anthropic.claude-opus-4-5*","*apac.anthropic.claude-opus-4-5*","*eu.anthropic.claude-opus-4-5*","*us-gov.anthropic.claude-opus-4-5*","*jp.anthropic.claude-opus-4-5*"]	{"input_per_million_usd":"5.5","cache_write_per_million_usd":"6.875","cached_input_per_million_usd":"0.55","output_per_million_usd":"27.5"}	200000
["regional.anthropic.claude-opus-4-6-v1:0","anthropic.claude-opus-4-6*","claude-opus-4-6*","*us.anthropic.claude-opus-4-6*","*au.anthropic.claude-opus-4-6*","*apac.anthropic.claude-opus-4-6*","*eu.anthropic.claude-opus-4-6*","*us-gov.anthropic.claude-opus-4-6*","*jp.anthropic.claude-opus-4-6*"]	{"input_per_million_usd":"5.5","cache_write_per_million_usd":"6.875","cached_input_per_million_usd":"0.55","output_per_million_usd":"27.5"}	1000000
["regional.anthropic.claude-opus-4-7-v1:0","anthropic.claude-opus-4-7*","claude-opus-4-7*","*us.anthropic.claude-opus-4-7*","*au.anthropic.claude-opus-4-7*","*apac.anthropic.claude-opus-4-7*","*eu.anthropic.claude-opus-4-7*","*us-gov.anthropic.claude-opus-4-7*","*jp.anthropic.claude-opus-4-7*"]	{"input_per_million_usd":"5.5","cache_write_per_million_usd":"6.875","cached_input_per_million_usd":"0.55","output_per_million_usd":"27.5"}	1000000
["regional.anthropic.claude-opus-4-8-v1:0","anthropic.claude-opus-4-8*","claude-opus-4-8*","*us.anthropic.claude-opus-4-8*","*au.anthropic.claude-opus-4-8*","*eu.anthropic.claude-opus-4-8*","*jp.anthropic.claude-opus-4-8*"]	{"input_per_million_usd":"5.5","cache_write_per_million_usd":"6.875","cached_input_per_million_usd":"0.55","output_per_million_usd":"27.5"}	1000000
["regional.anthropic.claude-opus-5","anthropic.claude-opus-5","claude-opus-5","anthropic.claude-opus-5-v1*","claude-opus-5-v1*","us.anthropic.claude-opus-5","au.anthropic.claude-opus-5","eu.anthropic.claude-opus-5","jp.anthropic.claude-opus-5","*us.anthropic.claude-opus-5-v1*","*au.anthropic.claude-opus-5-v1*","*eu.anthropic.claude-opus-5-v1*","*jp.anthropic.claude-opus-5-v1*"]	{"input_per_million_usd":"5.5","cache_write_per_million_usd":"6.875","cached_input_per_million_usd":"0.55","output_per_million_usd":"27.5"}	1000000
["regional.anthropic.claude-opus-5-5","anthropic.claude-opus-5-5","claude-opus-5-5","anthropic.claude-opus-5-5-v1*","claude-opus-5-5-v1*","us.anthropic.claude-opus-5-5","au.anthropic.claude-opus-5-5","eu.anthropic.claude-opus-5-5","jp.anthropic.claude-opus-5-5","*us.anthropic.claude-opus-5-5-v1*","*au.anthropic.claude-opus-5-5-v1*","*eu.anthropic.claude-opus-5-5-v1*","*jp.anthropic.claude-opus-5-5-v1*"]	{"input_per_million_usd":"4.4","cache_write_per_million_usd":"5.5","cached_input_per_million_usd":"0.22","output_per_million_usd":"22","cache_write_1h_per_million_usd":"8.8"}	1000000
["regional.anthropic.claude-sonnet-4-20250514-v1:0","anthropic.claude-sonnet-4-20250514*","claude-sonnet-4-20250514*","*us.anthropic.claude-sonnet-4-20250514*","*au.anthropic.claude-sonnet-4-20250514*","*apac.anthropic.claude-sonnet-4-20250514*","*eu.anthropic.claude-sonnet-4-20250514*","*us-gov.anthropic.claude-sonnet-4-20250514*","*jp.anthropic.claude-sonnet-4-20250514*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["regional.anthropic.claude-sonnet-4-5-20250929-v1:0","anthropic.claude-sonnet-4-5-20250929*","claude-sonnet-4-5-20250929*","*us.anthropic.claude-sonnet-4-5-20250929*","*au.anthropic.claude-sonnet-4-5-20250929*","*apac.anthropic.claude-sonnet-4-5-20250929*","*eu.anthropic.claude-sonnet-4-5-20250929*","*us-gov.anthropic.claude-sonnet-4-5-20250929*","*jp.anthropic.claude-sonnet-4-5-20250929*"]	{"input_per_million_usd":"3.3","cache_write_per_million_usd":"4.125","cached_input_per_million_usd":"0.33","output_per_million_usd":"16.5"}	200000
["regional.anthropic.claude-sonnet-4-6-v1:0","anthropic.claude-sonnet-4-6*","claude-sonnet-4-6*","*us.anthropic.claude-sonnet-4-6*","*au.anthropic.claude-sonnet-4-6*","*apac.anthropic.claude-sonnet-4-6*","*eu.anthropic.claude-sonnet-4-6*","*us-gov.anthropic.claude-sonnet-4-6*","*jp.anthropic.claude-sonnet-4-6*"]	{"input_per_million_usd":"3.3","cache_write_per_million_usd":"4.125","cached_input_per_million_usd":"0.33","output_per_million_usd":"16.5"}	1000000
["regional.anthropic.claude-sonnet-5-v1:0","anthropic.claude-sonnet-5*","claude-sonnet-5*","*us.anthropic.claude-sonnet-5*","*au.anthropic.claude-sonnet-5*","*apac.anthropic.claude-sonnet-5*","*eu.anthropic.claude-sonnet-5*","*us-gov.anthropic.claude-sonnet-5*","*jp.anthropic.claude-sonnet-5*"]	{"input_per_million_usd":"2.2","cache_write_per_million_usd":"2.75","cached_input_per_million_usd":"0.22","output_per_million_usd":"11"}	1000000
["regional.openai.gpt-5.6-luna","openai.gpt-5.6-luna*","gpt-5.6-luna*","*us.openai.gpt-5.6-luna*","*in.openai.gpt-5.6-luna*"]	{"input_per_million_usd":"0.22","cache_write_per_million_usd":"0.275","cached_input_per_million_usd":"0.022","output_per_million_usd":"1.32","above":[{"input_tokens":271999,"input_per_million_usd":"0.44","cache_write_per_million_usd":"0.55","cached_input_per_million_usd":"0.044","output_per_million_usd":"1.98"}]}	1000000
["regional.openai.gpt-5.6-sol","openai.gpt-5.6-sol*","gpt-5.6-sol*","*us.openai.gpt-5.6-sol*"]	{"input_per_million_usd":"4.4","cache_write_per_million_usd":"5.5","cached_input_per_million_usd":"0.44","output_per_million_usd":"22","above":[{"input_tokens":271999,"input_per_million_usd":"8.8","cache_write_per_million_usd":"11","cached_input_per_million_usd":"0.88","output_per_million_usd":"33"}]}	1000000
["regional.openai.gpt-5.6-terra","openai.gpt-5.6-terra*","gpt-5.6-terra*","*us.openai.gpt-5.6-terra*","*in.openai.gpt-5.6-terra*"]	{"input_per_million_usd":"2.2","cache_write_per_million_usd":"2.75","cached_input_per_million_usd":"0.22","output_per_million_usd":"13.2","above":[{"input_tokens":271999,"input_per_million_usd":"4.4","cache_write_per_million_usd":"5.5","cached_input_per_million_usd":"0.44","output_per_million_usd":"19.8"}]}	1000000
["writer.palmyra-x4-v1:0","*writer.palmyra-x4*"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	128000
["writer.palmyra-x5-v1:0","*writer.palmyra-x5*"]	{"input_per_million_usd":"0.6","output_per_million_usd":"6"}	128000` },
  "azure": { address: "(https?://)?([^.]*\\.)?(?:openai\\.azure\\.com|azure-api\\.net|cognitiveservices\\.azure\\.com|services\\.ai\\.azure\\.com)", others: ["openai","anthropic","deepseek","x-ai","moonshotai"], text: String.raw`["ada","text-embedding-ada","text-embedding-ada-002","text-embedding-ada-002-v2"]	{"input_per_million_usd":"0.1"}
["babbage","babbage-002"]	{"input_per_million_usd":"0.4"}
["curie","text-curie","text-curie-001"]	{"input_per_million_usd":"2"}
["davinci","davinci-002","text-davinci","text-davinci-002"]	{"input_per_million_usd":"2"}
["mai-ds-r1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	163840
["o1","o1-2024-12-17"]	{"input_per_million_usd":"15","cached_input_per_million_usd":"7.5","output_per_million_usd":"60"}	200000
["o1-mini","o1-mini-2024-09-12"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.55","output_per_million_usd":"4.4"}	128000
["o1-preview","o1-preview-2024-09-12"]	{"input_per_million_usd":"15","cached_input_per_million_usd":"7.5","output_per_million_usd":"60"}	128000
["o3","o3-2025-04-16"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8"}	200000
["o3-mini","o3-mini-2025-01-31"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.55","output_per_million_usd":"4.4"}	200000
["o4-mini","*o4-mini*","*o4-mini-2025-04-16*"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.28","output_per_million_usd":"4.4"}	200000
["phi-3-medium-128k-instruct"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}	131072
["phi-3-mini-128k-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	131072
["phi-3.5-mini-128k-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	131072
["phi-4"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.14"}	16384
["phi-4-mini-instruct"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.35"}	131072
["phi-4-multimodal-instruct"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.1"}	131072
["phi-4-reasoning-plus"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.35"}	32768
["phi-4-reasoning-plus:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	32768
["phi-4-reasoning:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	32768
["text-embedding-3-large"]	{"input_per_million_usd":"0.13"}	8192
["text-embedding-3-small"]	{"input_per_million_usd":"0.02"}	8192
["wizardlm-2-8x22b"]	{"input_per_million_usd":"0.48","output_per_million_usd":"0.48"}` },
  "baseten": { address: "https://inference\\.baseten\\.co(?:/|$)", others: [], text: String.raw`["deepseek-ai/deepseek-v4-flash-0731"]	{"input_per_million_usd":"0.13","cached_input_per_million_usd":"0.028","output_per_million_usd":"0.26"}	1048000
["deepseek-ai/deepseek-v4-pro"]	{"input_per_million_usd":"1.74","cached_input_per_million_usd":"0.145","output_per_million_usd":"3.48"}	1048000
["deepseek-ai/deepseek-v4-pro-0813"]	{"input_per_million_usd":"1.32","cached_input_per_million_usd":"0.132","output_per_million_usd":"3.96"}	1048000
["moonshotai/kimi-k2.6"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.16","output_per_million_usd":"4"}	262000
["moonshotai/kimi-k2.7-code"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.16","output_per_million_usd":"4"}	262000
["moonshotai/kimi-k3"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1048000
["nvidia/nvidia-nemotron-3-ultra-550b-a55b"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.12","output_per_million_usd":"2.4"}	202000
["openai/gpt-oss-120b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.5"}	128000
["thinkingmachines/inkling"]	{"input_per_million_usd":"1","cached_input_per_million_usd":"0.17","output_per_million_usd":"4.05"}	1048000
["thinkingmachines/inkling-small"]	{"input_per_million_usd":"0.5","cached_input_per_million_usd":"0.1","output_per_million_usd":"1.2"}	1048000
["zai-org/glm-4.7"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.12","output_per_million_usd":"2.2"}	200000
["zai-org/glm-5.2"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.14","output_per_million_usd":"4.4"}	1048000
["zai-org/glm-5.2-fast"]	{"input_per_million_usd":"2.1","cached_input_per_million_usd":"0.21","output_per_million_usd":"6.6"}	1048000
["zai-org/glm-5.3"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.14","output_per_million_usd":"4.4"}	1048000
["zai-org/glm-5.3-flash"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.03","output_per_million_usd":"0.5"}	1048000` },
  "cerebras": { address: "https://api\\.cerebras\\.ai", others: [], text: String.raw`["gemma-4-31b","cerebras/gemma-4-31b*","cerebras:gemma-4-31b*"]	{"input_per_million_usd":"0.99","output_per_million_usd":"1.49"}	131072
["gpt-oss-120b","cerebras/gpt-oss-120b*","cerebras:gpt-oss-120b*"]	{"input_per_million_usd":"0.35","output_per_million_usd":"0.75"}	131072
["llama-3.3-70b","cerebras/llama-3.3-70b*","cerebras:llama-3.3-70b*"]	{"input_per_million_usd":"0.85","output_per_million_usd":"1.2"}	128000
["llama3.1-8b","cerebras/llama3.1-8b*","cerebras:llama3.1-8b*"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	32768
["qwen-3-32b","cerebras/qwen-3-32b*","cerebras:qwen-3-32b*"]	{"input_per_million_usd":"0.4","output_per_million_usd":"0.8"}	131072
["zai-glm-4.7","cerebras/zai-glm-4.7*","cerebras:zai-glm-4.7*"]	{"input_per_million_usd":"2.25","output_per_million_usd":"2.75"}	131072` },
  "cloudflare": { address: "https://api\\.cloudflare\\.com/client/v4/accounts/[^/]+/ai(?:/|$)", others: [], text: String.raw`["@cf/ai4bharat/indictrans2-en-indic-1b"]	{"input_per_million_usd":"0.342","output_per_million_usd":"0.342"}
["@cf/aisingapore/gemma-sea-lion-v4-27b-it"]	{"input_per_million_usd":"0.351","output_per_million_usd":"0.555"}
["@cf/baai/bge-base-en-v1.5"]	{"input_per_million_usd":"0.067"}
["@cf/baai/bge-large-en-v1.5"]	{"input_per_million_usd":"0.204"}
["@cf/baai/bge-m3"]	{"input_per_million_usd":"0.012"}
["@cf/baai/bge-reranker-base"]	{"input_per_million_usd":"0.003"}
["@cf/baai/bge-small-en-v1.5"]	{"input_per_million_usd":"0.02"}
["@cf/deepseek-ai/deepseek-r1-distill-qwen-32b"]	{"input_per_million_usd":"0.497","output_per_million_usd":"4.881"}
["@cf/deepseek-ai/deepseek-v4-flash-0731"]	{"input_per_million_usd":"0.44","cached_input_per_million_usd":"0.014","output_per_million_usd":"1.32"}
["@cf/deepseek-ai/deepseek-v4-pro-0813"]	{"input_per_million_usd":"1.32","cached_input_per_million_usd":"0.044","output_per_million_usd":"3.96"}
["@cf/google/gemma-3-12b-it"]	{"input_per_million_usd":"0.345","output_per_million_usd":"0.556"}
["@cf/google/gemma-4-26b-a4b-it"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.3"}	256000
["@cf/huggingface/distilbert-sst-2-int8"]	{"input_per_million_usd":"0.026"}
["@cf/ibm-granite/granite-4.0-h-micro"]	{"input_per_million_usd":"0.017","output_per_million_usd":"0.112"}
["@cf/meta/llama-2-7b-chat-fp16"]	{"input_per_million_usd":"0.556","output_per_million_usd":"6.667"}
["@cf/meta/llama-3-8b-instruct"]	{"input_per_million_usd":"0.282","output_per_million_usd":"0.827"}
["@cf/meta/llama-3-8b-instruct-awq"]	{"input_per_million_usd":"0.123","output_per_million_usd":"0.266"}
["@cf/meta/llama-3.1-70b-instruct-fp8-fast"]	{"input_per_million_usd":"0.293","output_per_million_usd":"2.253"}
["@cf/meta/llama-3.1-8b-instruct"]	{"input_per_million_usd":"0.282","output_per_million_usd":"0.827"}
["@cf/meta/llama-3.1-8b-instruct-awq"]	{"input_per_million_usd":"0.123","output_per_million_usd":"0.266"}
["@cf/meta/llama-3.1-8b-instruct-fp8"]	{"input_per_million_usd":"0.152","output_per_million_usd":"0.287"}
["@cf/meta/llama-3.1-8b-instruct-fp8-fast","@cf/meta/llama-3.1-8b-instruct-fast"]	{"input_per_million_usd":"0.045","output_per_million_usd":"0.384"}
["@cf/meta/llama-3.2-11b-vision-instruct"]	{"input_per_million_usd":"0.049","output_per_million_usd":"0.676"}
["@cf/meta/llama-3.2-1b-instruct"]	{"input_per_million_usd":"0.027","output_per_million_usd":"0.201"}
["@cf/meta/llama-3.2-3b-instruct"]	{"input_per_million_usd":"0.051","output_per_million_usd":"0.335"}
["@cf/meta/llama-3.3-70b-instruct-fp8-fast"]	{"input_per_million_usd":"0.293","output_per_million_usd":"2.253"}	24000
["@cf/meta/llama-4-scout-17b-16e-instruct"]	{"input_per_million_usd":"0.27","output_per_million_usd":"0.85"}
["@cf/meta/llama-guard-3-8b"]	{"input_per_million_usd":"0.484","output_per_million_usd":"0.03"}
["@cf/meta/m2m100-1.2b"]	{"input_per_million_usd":"0.342","output_per_million_usd":"0.342"}
["@cf/mistral/mistral-7b-instruct-v0.1"]	{"input_per_million_usd":"0.11","output_per_million_usd":"0.19"}
["@cf/mistralai/mistral-small-3.1-24b-instruct"]	{"input_per_million_usd":"0.351","output_per_million_usd":"0.555"}
["@cf/moondream/moondream3.1-9b-a2b"]	{"input_per_million_usd":"0.3","output_per_million_usd":"1"}
["@cf/moonshotai/kimi-k2.5"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.1","output_per_million_usd":"3"}
["@cf/moonshotai/kimi-k2.6"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.16","output_per_million_usd":"4"}
["@cf/moonshotai/kimi-k2.7-code"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.19","output_per_million_usd":"4"}
["@cf/nvidia/nemotron-3-120b-a12b"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}
["@cf/openai/gpt-oss-120b"]	{"input_per_million_usd":"0.35","output_per_million_usd":"0.75"}	128000
["@cf/openai/gpt-oss-20b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.3"}	128000
["@cf/pfnet/plamo-embedding-1b"]	{"input_per_million_usd":"0.019"}
["@cf/qwen/qwen2.5-coder-32b-instruct"]	{"input_per_million_usd":"0.66","output_per_million_usd":"1"}
["@cf/qwen/qwen3-30b-a3b-fp8"]	{"input_per_million_usd":"0.051","output_per_million_usd":"0.335"}
["@cf/qwen/qwen3-embedding-0.6b"]	{"input_per_million_usd":"0.012"}
["@cf/qwen/qwen3.8-27b"]	{"input_per_million_usd":"0.45","output_per_million_usd":"3.2"}	262144
["@cf/qwen/qwq-32b"]	{"input_per_million_usd":"0.66","output_per_million_usd":"1"}
["@cf/zai-org/glm-4.7-flash"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.4"}	131072
["@cf/zai-org/glm-5.2"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.26","output_per_million_usd":"4.4"}
["@cf/zai-org/glm-5.3-flash"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.03","output_per_million_usd":"0.5"}` },
  "cohere": { address: "https://api\\.cohere\\.(?:ai|com)", others: [], text: String.raw`["c4ai-aya-expanse-32b","*aya-expanse-32b*"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}	128000
["c4ai-aya-expanse-8b","*aya-expanse-8b*"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}	8192
["command"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["command-a","command-a-03-2025"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}
["command-light","command-light*"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.6"}	4096
["command-r","command-r-08-2024"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}
["command-r-plus","command-r-plus-08-2024"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}
["command-r7b","command-r7b-12-2024"]	{"input_per_million_usd":"0.0375","output_per_million_usd":"0.15"}
["embed-v4.0"]	{"input_per_million_usd":"0.12"}	128000` },
  "deepseek": { address: "https://api\\.deepseek\\.com", others: [], text: String.raw`["deepseek-chat","deepseek-chat*","deepseek-chat-v3-0324"]	{"input_per_million_usd":"0.27","cached_input_per_million_usd":"0.07","output_per_million_usd":"1.1"}	64000
["deepseek-reasoner","deepseek-r1*","deepseek-r1-0528"]	{"input_per_million_usd":"0.55","cached_input_per_million_usd":"0.14","output_per_million_usd":"2.19"}	64000
["deepseek-v3.1-terminus"]	{"input_per_million_usd":"0.27","cached_input_per_million_usd":"0.13","output_per_million_usd":"0.95"}	128000
["deepseek-v3.2"]	{"input_per_million_usd":"0.2288","output_per_million_usd":"0.3432"}	128000
["deepseek-v3.2-exp"]	{"input_per_million_usd":"0.27","output_per_million_usd":"0.41"}	128000
["deepseek-v4-flash","deepseek-v4-flash*"]	{"input_per_million_usd":"0.22","cached_input_per_million_usd":"0.007","output_per_million_usd":"0.66"}	1000000
["deepseek-v4-pro","deepseek-v4-pro*"]	{"input_per_million_usd":"0.66","cached_input_per_million_usd":"0.022","output_per_million_usd":"1.98"}	1000000` },
  "fireworks": { address: "https://api\\.fireworks\\.ai", others: [], text: String.raw`["deepseek-r1-0528","accounts/fireworks/models/deepseek-r1-0528"]	{"input_per_million_usd":"3","output_per_million_usd":"8"}	160000
["deepseek-v3-0324","accounts/fireworks/models/deepseek-v3-0324"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}	160000
["deepseek-v3p2","accounts/fireworks/models/deepseek-v3p2"]	{"input_per_million_usd":"0.56","cached_input_per_million_usd":"0.28","output_per_million_usd":"1.68"}	163840
["deepseek-v4-flash","accounts/fireworks/models/deepseek-v4-flash","accounts/fireworks/models/deepseek-v4-flash-0731"]	{"input_per_million_usd":"0.14","cached_input_per_million_usd":"0.028","output_per_million_usd":"0.28"}	1040000
["deepseek-v4-pro","accounts/fireworks/models/deepseek-v4-pro"]	{"input_per_million_usd":"1.74","cached_input_per_million_usd":"0.145","output_per_million_usd":"3.48"}	1048576
["gemma-3-27b-it","accounts/fireworks/models/gemma-3-27b-it"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	131000
["glm-4p7","accounts/fireworks/models/glm-4p7"]	{"input_per_million_usd":"0.6","output_per_million_usd":"2.2"}	202752
["glm-5p1","accounts/fireworks/models/glm-5p1"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.26","output_per_million_usd":"4.4"}
["glm-5p1-fast","accounts/fireworks/routers/glm-5p1-fast"]	{"input_per_million_usd":"2.8","cached_input_per_million_usd":"0.52","output_per_million_usd":"8.8"}
["glm-5p2","accounts/fireworks/models/glm-5p2"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.14","output_per_million_usd":"4.4"}	1040000
["glm-5p2-fast","accounts/fireworks/routers/glm-5p2-fast","accounts/fireworks/routers/glm-5p2-fast-us"]	{"input_per_million_usd":"2.1","cached_input_per_million_usd":"0.21","output_per_million_usd":"6.6"}	1040000
["gpt-oss-120b","accounts/fireworks/models/gpt-oss-120b"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.014","output_per_million_usd":"0.6"}	131072
["gpt-oss-20b","accounts/fireworks/models/gpt-oss-20b"]	{"input_per_million_usd":"0.07","cached_input_per_million_usd":"0.035","output_per_million_usd":"0.3"}	131072
["inkling","accounts/fireworks/models/inkling"]	{"input_per_million_usd":"1","cached_input_per_million_usd":"0.17","output_per_million_usd":"4.05"}	1040000
["kimi-k2p5","accounts/fireworks/models/kimi-k2p5"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.1","output_per_million_usd":"3"}	262144
["kimi-k2p6","accounts/fireworks/models/kimi-k2p6"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.16","output_per_million_usd":"4"}
["kimi-k2p6-fast","accounts/fireworks/routers/kimi-k2p6-fast"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.3","output_per_million_usd":"8"}	262144
["kimi-k2p7-code","accounts/fireworks/models/kimi-k2p7-code"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.19","output_per_million_usd":"4"}	262144
["kimi-k2p7-code-fast","accounts/fireworks/routers/kimi-k2p7-code-fast"]	{"input_per_million_usd":"1.9","cached_input_per_million_usd":"0.38","output_per_million_usd":"8"}	262144
["kimi-k3","accounts/fireworks/models/kimi-k3"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1040000
["kimi-k3-fast","accounts/fireworks/routers/kimi-k3-fast"]	{"input_per_million_usd":"4.5","cached_input_per_million_usd":"0.45","output_per_million_usd":"22.5"}	1040000
["kimi-k3-us","accounts/fireworks/routers/kimi-k3-us"]	{"input_per_million_usd":"3.3","cached_input_per_million_usd":"0.33","output_per_million_usd":"16.5"}	1040000
["llama-v3p1-8b-instruct","accounts/fireworks/models/llama-v3p1-8b-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}	131000
["llama4-maverick-instruct-basic","accounts/fireworks/models/llama4-maverick-instruct-basic"]	{"input_per_million_usd":"0.22","output_per_million_usd":"0.88"}	1000000
["minimax-m2p1","accounts/fireworks/models/minimax-m2p1"]	{"input_per_million_usd":"0.3","output_per_million_usd":"1.2"}	204800
["minimax-m2p7","accounts/fireworks/models/minimax-m2p7"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.06","output_per_million_usd":"1.2"}
["minimax-m3","accounts/fireworks/models/minimax-m3"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.06","output_per_million_usd":"1.2"}	524288
["nemotron-3-ultra-nvfp4","accounts/fireworks/models/nemotron-3-ultra-nvfp4"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.12","output_per_million_usd":"2.4"}	262000
["qwen2p5-vl-72b-instruct","accounts/fireworks/models/qwen2p5-vl-72b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}	128000
["qwen3-235b-a22b","accounts/fireworks/models/qwen3-235b-a22b"]	{"input_per_million_usd":"0.22","output_per_million_usd":"0.88"}	128000
["qwen3p6-plus","accounts/fireworks/models/qwen3p6-plus"]	{"input_per_million_usd":"0.5","cached_input_per_million_usd":"0.1","output_per_million_usd":"3"}
["qwen3p7-plus","accounts/fireworks/models/qwen3p7-plus"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.08","output_per_million_usd":"1.6"}	262144` },
  "google": { address: "https://(.*\\.)?googleapis\\.com", others: ["anthropic"], text: String.raw`["claude-3-5-haiku","*claude-3-5-haiku*"]	{"input_per_million_usd":"0.8","cache_write_per_million_usd":"1","cached_input_per_million_usd":"0.08","output_per_million_usd":"4"}	200000
["claude-3-5-sonnet","*claude-3-5-sonnet*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["claude-3-7-sonnet","*claude-3-7-sonnet*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["claude-3-haiku","*claude-3-haiku*"]	{"input_per_million_usd":"0.25","cache_write_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"1.25"}	200000
["claude-3-opus","*claude-3-opus*"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75"}	200000
["claude-4-opus","*claude-4-opus*","*claude-opus-4@*","*claude-opus-4-0*","*claude-opus-4-1*","claude-opus-4"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75"}	200000
["claude-4-sonnet","*claude-4-sonnet*","*claude-sonnet-4-0*","*claude-sonnet-4@*","*claude-sonnet-4-2025*","claude-sonnet-4","anthropic/claude-sonnet-4"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	200000
["claude-fable-5","*claude-fable-5","*claude-fable-5@*"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50"}	1000000
["claude-fable-5-1","*claude-fable-5-1","*claude-fable-5-1@*"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"50"}	1000000
["claude-opus-4-6","*claude-4-6-opus*","*claude-opus-4-6*","*claude-4.6-opus*","*claude-opus-4.6*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25","above":[{"input_tokens":200000,"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"37.5"}]}	1000000
["claude-opus-4-7","*claude-4-7-opus*","*claude-opus-4-7*","*claude-4.7-opus*","*claude-opus-4.7*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["claude-opus-4-8","*claude-4-8-opus*","*claude-opus-4-8*","*claude-4.8-opus*","*claude-opus-4.8*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["claude-opus-5","*claude-5-opus*","*claude-opus-5","*claude-opus-5@*","*claude-5.0-opus*","*claude-opus-5.0*"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["claude-opus-5-5","*claude-5-5-opus*","*claude-opus-5-5","*claude-opus-5-5@*","*claude-5.5-opus*","*claude-opus-5.5*"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.2","output_per_million_usd":"20"}	1000000
["claude-sonnet-4-5","*claude-sonnet-4-5*","*claude-sonnet-4.5*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","above":[{"input_tokens":200000,"input_per_million_usd":"6","cache_write_per_million_usd":"7.5","cached_input_per_million_usd":"0.6","output_per_million_usd":"22.5"}]}	200000
["claude-sonnet-4-6","*claude-sonnet-4-6*","*claude-sonnet-4.6*"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1000000
["gemini-1.0-pro-vision-001"]	{"input_per_million_usd":"0.125","output_per_million_usd":"0.375"}	32768
["gemini-1.5-flash","*gemini-1.5-flash*"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.01875","output_per_million_usd":"0.3","above":[{"input_tokens":128000,"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.0375","output_per_million_usd":"0.6"}]}	1000000
["gemini-1.5-pro","*gemini-1.5-pro*"]	{"input_per_million_usd":"1.25","output_per_million_usd":"5","above":[{"input_tokens":128000,"input_per_million_usd":"2.5","output_per_million_usd":"10"}]}	1000000
["gemini-2.0-flash","*gemini-2.0-flash","*gemini-2.0-flash-0*","*gemini-2.0-flash-exp*","*gemini-2.0-flash-thinking*","*gemini-2.0-flash-latest*"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.025","output_per_million_usd":"0.4","audio_input_per_million_usd":"0.7","cached_audio_input_per_million_usd":"0.175"}	1000000
["gemini-2.0-flash-lite","*gemini-2.0-flash-lite*"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.3"}	1000000
["gemini-2.5-flash","gemini-2.5-flash-latest","gemini-2.5-flash-preview-09-2025"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"2.5","audio_input_per_million_usd":"1","cached_audio_input_per_million_usd":"0.1"}	1048576
["gemini-2.5-flash-image","gemini-2.5-flash-image-preview"]	{"input_per_million_usd":"0.3","output_per_million_usd":"2.5","image_output_per_million_usd":"30"}	1000000
["gemini-2.5-flash-lite","/(?=^gemini-2\\.5-flash-lite-preview)(?=^(?!.*-[tT][tT][sS](?:$|-))).*/"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.4","audio_input_per_million_usd":"0.3","cached_audio_input_per_million_usd":"0.03"}	1000000
["gemini-2.5-flash-lite-preview-tts"]	{"input_per_million_usd":"0.5","output_per_million_usd":"10"}	8192
["*gemini-2.5-flash-preview-05-20*","*gemini-2.5-flash-preview-04-17*","gemini-2.5-flash-preview-05-20:thinking","gemini-2.5-flash-preview","gemini-2.5-flash-preview:thinking"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}
["gemini-2.5-flash-tts","gemini-2.5-flash-preview-tts"]	{"input_per_million_usd":"0.5","output_per_million_usd":"10"}	8192
["gemini-2.5-pro","/(?=^gemini-2\\.5-pro)(?=^(?!.*-[tT][tT][sS](?:$|-))).*/"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.125","output_per_million_usd":"10","above":[{"input_tokens":200000,"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"15"}]}
["gemini-2.5-pro-tts","gemini-2.5-pro-preview-tts"]	{"input_per_million_usd":"1","output_per_million_usd":"20"}	8192
["gemini-3-flash-preview","gemini-3-flash-preview-*"]	{"input_per_million_usd":"0.5","cached_input_per_million_usd":"0.05","output_per_million_usd":"3","audio_input_per_million_usd":"1","cached_audio_input_per_million_usd":"0.1"}	1000000
["gemini-3-pro-image-preview","gemini-3-pro-image","gemini-3-pro-image-preview*"]	{"input_per_million_usd":"2","output_per_million_usd":"12","image_output_per_million_usd":"120"}	1000000
["gemini-3-pro-preview","gemini-3-pro-preview*","gemini-3-pro-text-preview"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.2","output_per_million_usd":"12","above":[{"input_tokens":200000,"input_per_million_usd":"4","cached_input_per_million_usd":"0.4","output_per_million_usd":"18"}]}
["gemini-3.1-flash-image-preview","gemini-3.1-flash-image","gemini-3.1-flash-image-preview*"]	{"input_per_million_usd":"0.5","output_per_million_usd":"3","image_output_per_million_usd":"60"}	1000000
["gemini-3.1-flash-lite","gemini-3.1-flash-lite-preview*"]	{"input_per_million_usd":"0.25","cached_input_per_million_usd":"0.025","output_per_million_usd":"1.5","audio_input_per_million_usd":"0.5","cached_audio_input_per_million_usd":"0.05"}	1000000
["gemini-3.1-flash-lite-image","gemini-3.1-flash-lite-image*"]	{"input_per_million_usd":"0.25","output_per_million_usd":"1.5","image_output_per_million_usd":"30"}
["gemini-3.1-flash-live-preview","gemini-3.1-flash-live-preview*"]	{"input_per_million_usd":"0.75","output_per_million_usd":"4.5","audio_input_per_million_usd":"3","audio_output_per_million_usd":"12","image_input_per_million_usd":"1"}
["gemini-3.1-pro-preview","gemini-3.1-pro-preview*"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.2","output_per_million_usd":"12","above":[{"input_tokens":200000,"input_per_million_usd":"4","cached_input_per_million_usd":"0.4","output_per_million_usd":"18"}]}
["gemini-3.5-flash","gemini-3.5-flash-preview*","/^gemini-3\\.5-flash-\\d/"]	{"input_per_million_usd":"1.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"9"}	1000000
["gemini-3.5-flash-lite","gemini-3.5-flash-lite*"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"2.5"}	1000000
["gemini-3.6-flash","gemini-3.6-flash*"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.075","output_per_million_usd":"3.75","changes":[{"from":"2027-01-01","input_per_million_usd":"1.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"7.5"}]}	1000000
["gemini-3.7-flash","gemini-3.7-flash*"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.075","output_per_million_usd":"3.75","changes":[{"from":"2027-01-01","input_per_million_usd":"1.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"7.5"}]}	1000000
["gemini-3.8-flash","gemini-3.8-flash*"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.075","output_per_million_usd":"3.75","changes":[{"from":"2027-01-01","input_per_million_usd":"1.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"7.5"}]}	1000000
["gemini-embedding-001"]	{"input_per_million_usd":"0.15"}
["gemini-embedding-2"]	{"input_per_million_usd":"0.2","audio_input_per_million_usd":"6.5","image_input_per_million_usd":"0.45"}	8192
["gemini-flash-1.5"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.01875","output_per_million_usd":"0.3","above":[{"input_tokens":128000,"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.0375","output_per_million_usd":"0.6"}]}
["gemini-flash-1.5-8b"]	{"input_per_million_usd":"0.0375","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.15","above":[{"input_tokens":128000,"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.3"}]}	1000000
["gemini-live-2.5-flash","gemini-live-2.5-flash*","gemini-2.5-flash-native-audio-preview*","gemini-2.5-flash-native-audio-latest"]	{"input_per_million_usd":"0.5","output_per_million_usd":"2","audio_input_per_million_usd":"3","audio_output_per_million_usd":"12"}
["gemini-omni-flash-preview","gemini-omni-flash-preview*"]	{"input_per_million_usd":"1.5","output_per_million_usd":"9"}
["gemini-pro","gemini-1.0-pro"]	{"input_per_million_usd":"0.125","output_per_million_usd":"0.375"}	32768
["gemini-pro-1.5"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.3125","output_per_million_usd":"5","above":[{"input_tokens":128000,"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.625","output_per_million_usd":"10"}]}	2000000
["gemma-2-27b-it"]	{"input_per_million_usd":"0.65","output_per_million_usd":"0.65"}
["gemma-4-26b-a4b-it-maas"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.6"}	262144` },
  "groq": { address: "https://api\\.groq\\.com", others: [], text: String.raw`["deepseek-r1-distill-llama-70b"]	{"input_per_million_usd":"0.75","output_per_million_usd":"0.99"}	131072
["gemma-7b-it"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.07"}
["gemma2-9b-it","gemma2-9b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["llama-3.1-405b-reasoning"]	{"input_per_million_usd":"0.59","output_per_million_usd":"0.79"}
["llama-3.1-70b-versatile"]	{"input_per_million_usd":"0.59","output_per_million_usd":"0.79"}
["llama-3.1-8b-instant"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.08"}
["llama-3.2-11b-text-preview"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["llama-3.2-11b-vision-preview"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["llama-3.2-1b-preview"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["llama-3.2-3b-preview"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.06"}
["llama-3.2-90b-text-preview"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["llama-3.2-90b-vision-preview"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["llama-3.3-70b-specdec"]	{"input_per_million_usd":"0.59","output_per_million_usd":"0.99"}
["llama-3.3-70b-versatile"]	{"input_per_million_usd":"0.59","output_per_million_usd":"0.79"}
["llama-guard-3-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["llama2-70b-4096"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.8"}
["llama3-70b-8192"]	{"input_per_million_usd":"0.59","output_per_million_usd":"0.79"}
["llama3-8b-8192"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.08"}
["llama3-groq-70b-8192-tool-use-preview"]	{"input_per_million_usd":"0.89","output_per_million_usd":"0.89"}
["llama3-groq-8b-8192-tool-use-preview"]	{"input_per_million_usd":"0.19","output_per_million_usd":"0.19"}
["meta-llama/llama-4-maverick-17b-128e-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.6"}	131072
["meta-llama/llama-4-scout-17b-16e-instruct"]	{"input_per_million_usd":"0.11","output_per_million_usd":"0.34"}
["meta-llama/llama-guard-4-12b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}	131072
["mistral-saba-24b"]	{"input_per_million_usd":"0.79","output_per_million_usd":"0.79"}
["mixtral-8x7b-32768"]	{"input_per_million_usd":"0.24","output_per_million_usd":"0.24"}
["moonshotai/kimi-k2-instruct","moonshotai/kimi-k2-instruct-0905"]	{"input_per_million_usd":"1","cached_input_per_million_usd":"0.5","output_per_million_usd":"3"}	131072
["openai/gpt-oss-120b","openai/gpt-oss-safeguard-20b"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.075","output_per_million_usd":"0.6"}	131072
["openai/gpt-oss-20b"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.0375","output_per_million_usd":"0.3"}	131072
["qwen/qwen3-32b"]	{"input_per_million_usd":"0.29","output_per_million_usd":"0.59"}	131072
["whisper-large-v3"]	{"audio_input_per_hour_usd":"0.111"}
["whisper-large-v3-turbo"]	{"audio_input_per_hour_usd":"0.04"}` },
  "minimax": { address: "https://api\\.minimax(i)?\\.(?:com|io)", others: [], text: String.raw`["m2-her","m2-her"]	{"input_per_million_usd":"0.3","output_per_million_usd":"1.2"}	64000
["minimax-m2","minimax-m2","minimax-m2.1","minimax-m2.1","minimax-m2.5","minimax-m2.5"]	{"input_per_million_usd":"0.3","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.03","output_per_million_usd":"1.2"}	204800
["minimax-m2.1-highspeed","*m2.1-highspeed*","*m2.1-highspeed*"]	{"input_per_million_usd":"0.6","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.03","output_per_million_usd":"2.4"}	204800
["minimax-m2.5-highspeed","*m2.5-highspeed*","*m2.5-highspeed*"]	{"input_per_million_usd":"0.6","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.03","output_per_million_usd":"2.4"}	204800
["minimax-m2.7","minimax-m2.7"]	{"input_per_million_usd":"0.3","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.06","output_per_million_usd":"1.2"}	204800
["minimax-m2.7-highspeed","*m2.7-highspeed*","*m2.7-highspeed*"]	{"input_per_million_usd":"0.6","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.06","output_per_million_usd":"2.4"}	204800
["minimax-01"]	{"input_per_million_usd":"0.2","output_per_million_usd":"1.1"}	1000192
["minimax-m1"]	{"input_per_million_usd":"0.4","output_per_million_usd":"2.2"}
["minimax-m3"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.06","output_per_million_usd":"1.2","above":[{"input_tokens":512000,"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.12","output_per_million_usd":"2.4"}]}	1000000` },
  "mistral": { address: "https://api\\.mistral\\.ai", others: [], text: String.raw`["codestral","codestral-latest","codestral-2501"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.9"}	256000
["codestral-2508"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"0.9"}	256000
["devstral-2512"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.04","output_per_million_usd":"2"}	262144
["devstral-small","devstral-small-2505","devstral-small-2507","devstral-small-latest","labs-devstral-small-2512"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.3"}
["devstral-small:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["magistral-medium","magistral-medium*"]	{"input_per_million_usd":"2","output_per_million_usd":"5"}
["magistral-small","magistral-small-*"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}
["ministral-14b-2512"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.2"}	262144
["ministral-3b"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["ministral-3b-2512"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.1"}	131072
["ministral-8b","ministral-8b-2410"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["ministral-8b-2512"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.15"}	262144
["ministral-8b-latest"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.15"}
["mistral-7b","open-mistral-7b"]	{"input_per_million_usd":"0.25","output_per_million_usd":"0.25"}
["mistral-embed"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	8192
["mistral-large","mistral-large-latest","mistral-large-2407","mistral-large-2411"]	{"input_per_million_usd":"2","output_per_million_usd":"6"}
["mistral-large-2512"]	{"input_per_million_usd":"0.5","cached_input_per_million_usd":"0.05","output_per_million_usd":"1.5"}	262144
["mistral-medium-2312"]	{"input_per_million_usd":"2.7","output_per_million_usd":"8.1"}
["mistral-medium-3-1","mistral-medium","mistral-medium-2505","mistral-medium-2508"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.04","output_per_million_usd":"2"}
["mistral-medium-3.5","mistral-medium-3-5","mistral-medium-3"]	{"input_per_million_usd":"1.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"7.5"}	262144
["mistral-medium-latest"]	{"input_per_million_usd":"1.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"7.5"}
["mistral-nemo","open-mistral-nemo"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["mistral-nemo:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-saba","mistral-saba-latest"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.6"}
["mistral-small-24b-instruct-2501"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.08"}
["mistral-small-24b-instruct-2501:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-small-2603"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.6"}	262144
["mistral-small-3.1-24b-instruct"]	{"input_per_million_usd":"0.351","output_per_million_usd":"0.555"}
["mistral-small-3.2-24b-instruct"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.2"}
["mistral-small-latest"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.3"}
["mistral-tiny"]	{"input_per_million_usd":"0.25","output_per_million_usd":"0.25"}
["mixtral-8x22b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["mixtral-8x7b","mixtral-8x7b*","open-mixtral-8x7b"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.7"}
["pixtral-12b","pixtral-12b-latest"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["pixtral-large","pixtral-large-latest","pixtral-large-2411"]	{"input_per_million_usd":"2","output_per_million_usd":"6"}
["voxtral-mini-latest","voxtral-mini-2602"]	{"audio_input_per_hour_usd":"0.18"}	16384
["voxtral-small-24b-2507","voxtral-small-2507","voxtral-small-latest"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.4"}	32768` },
  "moonshotai": { address: "https://api\\.moonshot\\.", others: [], text: String.raw`["kimi-k2"]	{"input_per_million_usd":"0.57","output_per_million_usd":"2.3"}
["kimi-k2-0711-preview"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.15","output_per_million_usd":"2.5"}	131072
["kimi-k2-0905-preview"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.15","output_per_million_usd":"2.5"}	262144
["kimi-k2-thinking"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.15","output_per_million_usd":"2.5"}	262144
["kimi-k2-thinking-turbo"]	{"input_per_million_usd":"1.15","cached_input_per_million_usd":"0.15","output_per_million_usd":"8"}	262144
["kimi-k2-turbo-preview","kimi-k2-turbo*"]	{"input_per_million_usd":"1.15","cached_input_per_million_usd":"0.15","output_per_million_usd":"8"}	262144
["kimi-k2.5","kimi-k2.5*"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.1","output_per_million_usd":"3"}	262144
["kimi-k2.6","kimi-k2.6*"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.16","output_per_million_usd":"4"}	262144
["kimi-k2.7-code"]	{"input_per_million_usd":"0.95","cached_input_per_million_usd":"0.19","output_per_million_usd":"4"}	262144
["kimi-k2.7-code-highspeed"]	{"input_per_million_usd":"1.9","cached_input_per_million_usd":"0.38","output_per_million_usd":"8"}	262144
["kimi-k3"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1048576
["moonshot-v1-128k","moonshot-v1-128k-vision-preview"]	{"input_per_million_usd":"2","output_per_million_usd":"5"}	131072
["moonshot-v1-32k","moonshot-v1-32k-vision-preview"]	{"input_per_million_usd":"1","output_per_million_usd":"3"}	32768
["moonshot-v1-8k","moonshot-v1-8k-vision-preview"]	{"input_per_million_usd":"0.2","output_per_million_usd":"2"}	8192` },
  "novita": { address: "https://api\\.novita\\.ai", others: [], text: String.raw`["sao10k/l3-8b-stheno-v3.2"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.05"}	8192
["cognitivecomputations/dolphin-mixtral-8x22b"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["deepseek/deepseek-r1"]	{"input_per_million_usd":"4","output_per_million_usd":"4"}	64000
["deepseek/deepseek-r1-distill-llama-70b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}	8192
["deepseek/deepseek-r1-distill-llama-8b"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["deepseek/deepseek-r1-distill-qwen-14b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}	32768
["deepseek/deepseek-r1-distill-qwen-32b"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}	64000
["deepseek/deepseek_v3"]	{"input_per_million_usd":"0.89","output_per_million_usd":"0.89"}	64000
["google/gemma-2-9b-it"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.08"}
["gryphe/mythomax-l2-13b"]	{"input_per_million_usd":"0.09","output_per_million_usd":"0.09"}	4096
["jondurbin/airoboros-l2-70b"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.5"}
["meta-llama/llama-3-70b-instruct"]	{"input_per_million_usd":"0.51","output_per_million_usd":"0.74"}	8192
["meta-llama/llama-3-8b-instruct"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}	8192
["meta-llama/llama-3.1-70b-instruct"]	{"input_per_million_usd":"0.34","output_per_million_usd":"0.39"}
["meta-llama/llama-3.1-8b-instruct","meta-llama/llama-3.1-8b-instruct-max"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.05"}	16384
["meta-llama/llama-3.1-8b-instruct-bf16"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.06"}
["meta-llama/llama-3.2-11b-vision-instruct"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.06"}
["meta-llama/llama-3.2-1b-instruct"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.02"}	131000
["meta-llama/llama-3.2-3b-instruct"]	{"input_per_million_usd":"0.03","output_per_million_usd":"0.05"}	32768
["meta-llama/llama-3.3-70b-instruct"]	{"input_per_million_usd":"0.39","output_per_million_usd":"0.39"}	12288
["microsoft/wizardlm-2-8x22b"]	{"input_per_million_usd":"0.62","output_per_million_usd":"0.62"}	65535
["mistralai/mistral-7b-instruct"]	{"input_per_million_usd":"0.059","output_per_million_usd":"0.059"}
["mistralai/mistral-nemo"]	{"input_per_million_usd":"0.17","output_per_million_usd":"0.17"}	60288
["nousresearch/hermes-2-pro-llama-3-8b"]	{"input_per_million_usd":"0.14","output_per_million_usd":"0.14"}	8192
["nousresearch/nous-hermes-llama2-13b"]	{"input_per_million_usd":"0.17","output_per_million_usd":"0.17"}	4096
["openchat/openchat-7b"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.06"}	4096
["qwen/qwen-2-7b-instruct"]	{"input_per_million_usd":"0.054","output_per_million_usd":"0.054"}	32768
["qwen/qwen-2-vl-72b-instruct"]	{"input_per_million_usd":"0.45","output_per_million_usd":"0.45"}	32768
["qwen/qwen-2.5-72b-instruct"]	{"input_per_million_usd":"0.38","output_per_million_usd":"0.4"}	32000
["sao10k/l3-70b-euryale-v2.1"]	{"input_per_million_usd":"1.48","output_per_million_usd":"1.48"}	8192
["sao10k/l3-8b-lunaris"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.05"}	8192
["sao10k/l31-70b-euryale-v2.2"]	{"input_per_million_usd":"1.48","output_per_million_usd":"1.48"}	8192
["sophosympatheia/midnight-rose-70b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["teknium/openhermes-2.5-mistral-7b"]	{"input_per_million_usd":"0.17","output_per_million_usd":"0.17"}	4096` },
  "openai": { address: "https://api\\.openai\\.com", others: [], text: String.raw`["ada","text-ada-001"]	{"input_per_million_usd":"0.4","output_per_million_usd":"0.4"}
["babbage"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.5"}
["chatgpt-4o-latest"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}	128000
["codex-mini","codex-mini-latest"]	{"input_per_million_usd":"1.5","cached_input_per_million_usd":"0.375","output_per_million_usd":"6"}	200000
["computer-use","computer-use*"]	{"input_per_million_usd":"3","output_per_million_usd":"12"}	8192
["curie","text-curie-001"]	{"input_per_million_usd":"2","output_per_million_usd":"2"}
["davinci","text-davinci-001"]	{"input_per_million_usd":"20","output_per_million_usd":"20"}
["ft:gpt-3.5-turbo-","ft:gpt-3.5-turbo*"]	{"input_per_million_usd":"3","output_per_million_usd":"6"}
["ft:gpt-4o","ft:gpt-4o-2024-*"]	{"input_per_million_usd":"3.75","output_per_million_usd":"15"}
["ft:gpt-4o-mini","ft:gpt-4o-mini-2024-*"]	{"input_per_million_usd":"0.3","output_per_million_usd":"1.2"}
["gpt-3.5-turbo-0301","gpt-3.5-0301"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2"}
["gpt-3.5-turbo","gpt-35-turbo","gpt-3.5-turbo-0125"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}	16385
["gpt-3.5-turbo-0613"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2"}	16385
["gpt-3.5-turbo-1106"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}	16385
["gpt-3.5-turbo-16k","gpt-3.5-turbo-16k-0613","gpt-35-turbo-16k-0613","gpt-35-turbo-16k"]	{"input_per_million_usd":"3","output_per_million_usd":"4"}	16385
["gpt-3.5-turbo-instruct","gpt-3.5-turbo-instruct*","gpt-3.5-turbo-instruct-0914"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2"}	16385
["gpt-4","gpt-4-0314","gpt-4-0613","ft:gpt-4-0*"]	{"input_per_million_usd":"30","output_per_million_usd":"60"}	8192
["gpt-4-32k","gpt-4-32k-0314","gpt-4-32k-0613"]	{"input_per_million_usd":"60","output_per_million_usd":"120"}	32000
["gpt-4-turbo","gpt-4-turbo-2024-04-09","gpt-4-turbo-0125-preview","gpt-4-0125-preview","gpt-4-1106-preview","gpt-4-turbo-preview"]	{"input_per_million_usd":"10","output_per_million_usd":"30"}	128000
["gpt-4-vision-preview","gpt-4-1106-vision-preview"]	{"input_per_million_usd":"10","output_per_million_usd":"30"}	128000
["gpt-4.1","gpt-4.1-2025-04-14"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8","search_usd":"0.01"}	1000000
["gpt-4.1-mini","gpt-4.1-mini-2025-04-14"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.1","output_per_million_usd":"1.6","search_usd":"0.01"}	1000000
["gpt-4.1-nano","gpt-4.1-nano-2025-04-14"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.025","output_per_million_usd":"0.4"}	1000000
["gpt-4.5-preview","gpt-4.5-preview*"]	{"input_per_million_usd":"75","cached_input_per_million_usd":"37.5","output_per_million_usd":"150"}
["gpt-4o","gpt-4o-2024-08-06","gpt-4o-2024-11-20"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"1.25","output_per_million_usd":"10","search_usd":"0.01"}	128000
["gpt-4o-2024-05-13"]	{"input_per_million_usd":"5","output_per_million_usd":"15","search_usd":"0.01"}	128000
["gpt-4o-audio-preview","gpt-4o-audio-preview*"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	128000
["gpt-4o-mini","gpt-4o-mini-2024-07-18","gpt-4o-mini-search-preview","gpt-4o-mini-search-preview-2025-03-11"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.075","output_per_million_usd":"0.6","search_usd":"0.01"}	128000
["gpt-4o-mini-2024-07-18.ft-","gpt-4o-mini-2024-07-18.ft-*"]	{"input_per_million_usd":"0.3","output_per_million_usd":"1.2"}
["gpt-4o-mini-audio-preview","gpt-4o-mini-audio*"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}	128000
["gpt-4o-mini-realtime-preview","gpt-4o-mini-realtime*"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.3","output_per_million_usd":"2.4","audio_input_per_million_usd":"10","cached_audio_input_per_million_usd":"0.3","audio_output_per_million_usd":"20"}	16000
["gpt-4o-mini-transcribe"]	{"input_per_million_usd":"1.25","output_per_million_usd":"5","audio_input_per_million_usd":"3"}	16000
["gpt-4o-mini-tts"]	{"input_per_million_usd":"0.6","output_per_million_usd":"12"}
["gpt-4o-realtime-preview","gpt-4o-realtime*"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"2.5","output_per_million_usd":"20","audio_input_per_million_usd":"40","cached_audio_input_per_million_usd":"2.5","audio_output_per_million_usd":"80"}	32000
["gpt-4o-search-preview","gpt-4o-search-preview-2025-03-11"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	128000
["gpt-4o-transcribe","gpt-4o-transcribe-diarize"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10","audio_input_per_million_usd":"6"}	16000
["gpt-4o:extended"]	{"input_per_million_usd":"6","output_per_million_usd":"18"}
["gpt-5","gpt-5-2025-08-07","gpt-5-chat","gpt-5-chat-latest","gpt-5-codex"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.125","output_per_million_usd":"10","search_usd":"0.01"}	400000
["gpt-5-image"]	{"input_per_million_usd":"10","cached_input_per_million_usd":"1.25","output_per_million_usd":"10"}
["gpt-5-image-mini"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"2"}
["gpt-5-mini","gpt-5-mini-2025-08-07"]	{"input_per_million_usd":"0.25","cached_input_per_million_usd":"0.025","output_per_million_usd":"2","search_usd":"0.01"}	400000
["gpt-5-nano","gpt-5-nano-*"]	{"input_per_million_usd":"0.05","cached_input_per_million_usd":"0.005","output_per_million_usd":"0.4","search_usd":"0.01"}	400000
["gpt-5-pro","gpt-5-pro-2025-10-06"]	{"input_per_million_usd":"15","output_per_million_usd":"120","search_usd":"0.01"}	400000
["gpt-5.1","gpt-5.1-2025-11-13","gpt-5.1-codex","gpt-5.1-codex-max","gpt-5.1-chat","gpt-5.1-chat-latest","gpt-5-1","gpt-5-1-2025-11-13","gpt-5-1-codex","gpt-5-1-codex-max","gpt-5-1-chat","gpt-5-1-chat-latest"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.125","output_per_million_usd":"10","search_usd":"0.01"}	400000
["gpt-5.1-codex-mini","gpt-5.1-mini","gpt-5-1-codex-mini","gpt-5-1-mini"]	{"input_per_million_usd":"0.25","cached_input_per_million_usd":"0.025","output_per_million_usd":"2"}	400000
["gpt-5.2","gpt-5.2-2025-12-11","gpt-5-2","gpt-5-2-2025-12-11","gpt-5.2-chat","gpt-5.2-chat-latest","gpt-5-2-chat","gpt-5-2-chat-latest","gpt-5.2-codex","gpt-5-2-codex"]	{"input_per_million_usd":"1.75","cached_input_per_million_usd":"0.175","output_per_million_usd":"14","search_usd":"0.01"}	400000
["gpt-5.2-pro","gpt-5.2-pro-2025-12-11","gpt-5-2-pro-2025-12-11"]	{"input_per_million_usd":"21","output_per_million_usd":"168","search_usd":"0.01"}	400000
["gpt-5.3","gpt-5-3","gpt-5.3-chat","gpt-5.3-chat-latest","gpt-5-3-chat","gpt-5-3-chat-latest"]	{"input_per_million_usd":"1.75","cached_input_per_million_usd":"0.175","output_per_million_usd":"14"}	128000
["gpt-5.3-codex","gpt-5-3-codex"]	{"input_per_million_usd":"1.75","cached_input_per_million_usd":"0.175","output_per_million_usd":"14"}	400000
["gpt-5.4","gpt-5.4-2026-03-05","gpt-5-4","gpt-5-4-2026-03-05"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"15","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"22.5"}]}	1050000
["gpt-5.4-image-2"]	{"input_per_million_usd":"8","cached_input_per_million_usd":"2","output_per_million_usd":"15"}
["gpt-5.4-mini","gpt-5.4-mini-2026-03-17","gpt-5-4-mini","gpt-5-4-mini-2026-03-17"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.075","output_per_million_usd":"4.5","search_usd":"0.01"}	400000
["gpt-5.4-nano","gpt-5.4-nano-2026-03-17","gpt-5-4-nano","gpt-5-4-nano-2026-03-17"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.25","search_usd":"0.01"}	400000
["gpt-5.4-pro","gpt-5.4-pro-2026-03-05","gpt-5-4-pro","gpt-5-4-pro-2026-03-05"]	{"input_per_million_usd":"30","output_per_million_usd":"180","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"60","output_per_million_usd":"270"}]}	1050000
["gpt-5.5","gpt-5.5-2026-04-23","gpt-5.5-2026-04-24","gpt-5-5","gpt-5-5-2026-04-23","gpt-5-5-2026-04-24","gpt-5.5-chat","gpt-5.5-chat-latest","gpt-5-5-chat","gpt-5-5-chat-latest","gpt-5.5-codex","gpt-5-5-codex"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"30","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"10","cached_input_per_million_usd":"1","output_per_million_usd":"45"}]}	1000000
["gpt-5.5-pro","gpt-5.5-pro-2026-04-23","gpt-5-5-pro","gpt-5-5-pro-2026-04-23"]	{"input_per_million_usd":"30","output_per_million_usd":"180","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"60","output_per_million_usd":"270"}]}	1000000
["gpt-5.6-luna","gpt-5-6-luna","/^gpt-5\\.6-luna-\\d{4}-\\d{2}-\\d{2}$/","/^gpt-5-6-luna-\\d{4}-\\d{2}-\\d{2}$/"]	{"input_per_million_usd":"0.2","cache_write_per_million_usd":"0.25","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.2","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"0.4","cache_write_per_million_usd":"0.5","cached_input_per_million_usd":"0.04","output_per_million_usd":"1.8"}]}	1050000
["gpt-5.6-sol","gpt-5-6-sol","gpt-5.6","gpt-5-6","/^gpt-5\\.6-sol-\\d{4}-\\d{2}-\\d{2}$/","/^gpt-5-6-sol-\\d{4}-\\d{2}-\\d{2}$/"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"20","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"8","cache_write_per_million_usd":"10","cached_input_per_million_usd":"0.8","output_per_million_usd":"30"}]}	1050000
["gpt-5.6-terra","gpt-5-6-terra","/^gpt-5\\.6-terra-\\d{4}-\\d{2}-\\d{2}$/","/^gpt-5-6-terra-\\d{4}-\\d{2}-\\d{2}$/"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"12","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"18"}]}	1050000
["gpt-6-astra","/^gpt-6-astra-\\d{4}-\\d{2}-\\d{2}$/"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50","search_usd":"0.01","above":[{"input_tokens":271999,"input_per_million_usd":"20","cache_write_per_million_usd":"25","cached_input_per_million_usd":"2","output_per_million_usd":"75"}]}	1050000
["gpt-6-luna","/^gpt-6-luna-\\d{4}-\\d{2}-\\d{2}$/"]	{"input_per_million_usd":"0.1","cache_write_per_million_usd":"0.125","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.5","search_usd":"0.01","above":[{"input_tokens":272000,"input_per_million_usd":"0.2","cache_write_per_million_usd":"0.25","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.75"}]}	1050000
["gpt-6-sol","/^gpt-6-sol-\\d{4}-\\d{2}-\\d{2}$/"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"10","search_usd":"0.01","above":[{"input_tokens":272000,"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"15"}]}	1050000
["gpt-audio","gpt-audio-2025-08-28","gpt-audio-1.5"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10","audio_input_per_million_usd":"32","audio_output_per_million_usd":"64"}	128000
["gpt-audio-mini","gpt-audio-mini-2025-10-06","gpt-audio-mini-2025-12-15"]	{"input_per_million_usd":"0.6","output_per_million_usd":"2.4","audio_input_per_million_usd":"10","audio_output_per_million_usd":"20"}	128000
["gpt-chat-latest"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"30"}
["gpt-image-1"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"1.25","output_per_million_usd":"40","image_input_per_million_usd":"10","cached_image_input_per_million_usd":"2.5"}
["gpt-image-1-mini"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.2","output_per_million_usd":"8","image_input_per_million_usd":"2.5","cached_image_input_per_million_usd":"0.25"}
["gpt-image-1.5","gpt-image-1.5-2025-12-16"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"1.25","output_per_million_usd":"10","image_input_per_million_usd":"8","cached_image_input_per_million_usd":"2","image_output_per_million_usd":"32"}
["gpt-image-2","gpt-image-2-2026-04-21"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"1.25","output_per_million_usd":"30","image_input_per_million_usd":"8","cached_image_input_per_million_usd":"2"}
["gpt-oss-120b"]	{"input_per_million_usd":"0.039","output_per_million_usd":"0.18"}	131072
["gpt-oss-20b"]	{"input_per_million_usd":"0.029","output_per_million_usd":"0.14"}	131072
["gpt-oss-safeguard-20b"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.037","output_per_million_usd":"0.3"}	131072
["gpt-realtime","gpt-realtime-2025-08-28","gpt-realtime-1.5"]	{"input_per_million_usd":"4","cached_input_per_million_usd":"0.4","output_per_million_usd":"16","audio_input_per_million_usd":"32","cached_audio_input_per_million_usd":"0.4","audio_output_per_million_usd":"64","image_input_per_million_usd":"5","cached_image_input_per_million_usd":"0.5"}	32000
["gpt-realtime-2","gpt-realtime-2.1"]	{"input_per_million_usd":"4","cached_input_per_million_usd":"0.4","output_per_million_usd":"24","audio_input_per_million_usd":"32","cached_audio_input_per_million_usd":"0.4","audio_output_per_million_usd":"64","image_input_per_million_usd":"5","cached_image_input_per_million_usd":"0.5"}	128000
["gpt-realtime-mini","gpt-realtime-2.1-mini","gpt-realtime-mini-2025-12-15","gpt-realtime-mini-2025-10-06"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.06","output_per_million_usd":"2.4","audio_input_per_million_usd":"10","cached_audio_input_per_million_usd":"0.3","audio_output_per_million_usd":"20","image_input_per_million_usd":"0.8","cached_image_input_per_million_usd":"0.08"}
["gpt-transcribe"]	{"audio_input_per_hour_usd":"0.27"}
["o1","o1-2024-12-17"]	{"input_per_million_usd":"15","cached_input_per_million_usd":"7.5","output_per_million_usd":"60"}	200000
["o1-mini","o1-mini-2024-09-12"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.55","output_per_million_usd":"4.4"}	128000
["o1-preview","o1-preview-2024-09-12"]	{"input_per_million_usd":"15","cached_input_per_million_usd":"7.5","output_per_million_usd":"60"}	128000
["o1-pro","o1-pro-2025-03-19"]	{"input_per_million_usd":"150","output_per_million_usd":"600"}	200000
["o3","o3-2025-04-16"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8","search_usd":"0.01"}	200000
["o3-deep-research","o3-deep-research-2025-06-26"]	{"input_per_million_usd":"10","cached_input_per_million_usd":"2.5","output_per_million_usd":"40"}	200000
["o3-mini","o3-mini-2025-01-31","o3-mini-high"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.55","output_per_million_usd":"4.4"}	200000
["o3-pro","o3-pro-2025-06-10"]	{"input_per_million_usd":"20","output_per_million_usd":"80"}	200000
["o4-mini-2025-04-16","o4-mini-high","o4-mini"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.275","output_per_million_usd":"4.4","search_usd":"0.01"}	200000
["o4-mini-deep-research","o4-mini-deep-research-2025-06-26"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8"}	200000
["text-davinci-002"]	{"input_per_million_usd":"20","output_per_million_usd":"20"}
["text-davinci-003"]	{"input_per_million_usd":"20","output_per_million_usd":"20"}
["text-embedding-3-large"]	{"input_per_million_usd":"0.13"}	8192
["text-embedding-3-small"]	{"input_per_million_usd":"0.02"}	8192
["text-embedding-ada","text-embedding-ada-002","text-embedding-ada-002-v2"]	{"input_per_million_usd":"0.1"}	8192
["whisper-1"]	{"audio_input_per_hour_usd":"0.36"}` },
  "openrouter": { address: "https://(api\\.)?openrouter\\.ai", others: [], text: String.raw`["01-ai/yi-large"]	{"input_per_million_usd":"3","output_per_million_usd":"3"}
["aetherwiing/mn-starcannon-12b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["agentica-org/deepcoder-14b-preview:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["ai21/jamba-1-5-large"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["ai21/jamba-1-5-mini"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.4"}
["ai21/jamba-1.6-large"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["ai21/jamba-1.6-mini"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.4"}
["ai21/jamba-instruct"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.7"}
["ai21/jamba-large-1.7"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["aion-labs/aion-1.0"]	{"input_per_million_usd":"4","output_per_million_usd":"8"}
["aion-labs/aion-1.0-mini"]	{"input_per_million_usd":"0.7","output_per_million_usd":"1.4"}
["aion-labs/aion-2.0"]	{"input_per_million_usd":"0.8","cached_input_per_million_usd":"0.2","output_per_million_usd":"1.6"}	131072
["aion-labs/aion-rp-llama-3.1-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}	32768
["alfredpros/codellama-7b-instruct-solidity"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["all-hands/openhands-lm-32b-v0.1"]	{"input_per_million_usd":"2.6","output_per_million_usd":"3.4"}
["allenai/molmo-7b-d:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["allenai/olmo-3-32b-think"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.5"}	65536
["alpindale/goliath-120b"]	{"input_per_million_usd":"6.5625","output_per_million_usd":"9.375"}
["alpindale/magnum-72b"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2.25"}
["amazon/nova-2-lite-v1"]	{"input_per_million_usd":"0.3","output_per_million_usd":"2.5"}	1000000
["amazon/nova-lite-v1"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.24"}	300000
["amazon/nova-micro-v1"]	{"input_per_million_usd":"0.035","output_per_million_usd":"0.14"}	128000
["amazon/nova-premier-v1"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.625","output_per_million_usd":"12.5"}	1000000
["amazon/nova-pro-v1"]	{"input_per_million_usd":"0.8","output_per_million_usd":"3.2"}	300000
["anthracite-org/magnum-v2-72b"]	{"input_per_million_usd":"3","output_per_million_usd":"3"}
["anthracite-org/magnum-v4-72b"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2.25"}	32768
["anthropic/claude-2","anthropic/claude-2.0","anthropic/claude-2.0:beta","anthropic/claude-2.1","anthropic/claude-2.1:beta","anthropic/claude-2:beta"]	{"input_per_million_usd":"8","output_per_million_usd":"24"}
["anthropic/claude-3-haiku","anthropic/claude-3-haiku:beta"]	{"input_per_million_usd":"0.25","output_per_million_usd":"1.25"}	200000
["anthropic/claude-3-opus","anthropic/claude-3-opus:beta"]	{"input_per_million_usd":"15","output_per_million_usd":"75"}
["anthropic/claude-3-sonnet","anthropic/claude-3-sonnet:beta"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["anthropic/claude-3.5-haiku","anthropic/claude-3.5-haiku-20241022","anthropic/claude-3.5-haiku-20241022:beta","anthropic/claude-3.5-haiku:beta"]	{"input_per_million_usd":"0.8","output_per_million_usd":"4"}
["anthropic/claude-3.5-sonnet","anthropic/claude-3.5-sonnet-20240620","anthropic/claude-3.5-sonnet-20240620:beta","anthropic/claude-3.5-sonnet:beta"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["anthropic/claude-3.7-sonnet","anthropic/claude-3.7-sonnet:beta","anthropic/claude-3.7-sonnet:thinking"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["anthropic/claude-fable-5","anthropic/claude-fable-5:beta"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50"}	1000000
["anthropic/claude-fable-5.1","anthropic/claude-fable-5.1:beta"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"50"}	1000000
["anthropic/claude-haiku-4.5","anthropic/claude-4.5-haiku-20251001","anthropic/claude-4.5-haiku-20251001:beta","anthropic/claude-haiku-4.5-20251001","anthropic/claude-haiku-4.5-20251001:beta","anthropic/claude-haiku-4.5:beta"]	{"input_per_million_usd":"1","cache_write_per_million_usd":"1.25","cached_input_per_million_usd":"0.1","output_per_million_usd":"5"}	200000
["anthropic/claude-opus-4","anthropic/claude-opus-4.1"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75"}	200000
["anthropic/claude-opus-4.5","anthropic/claude-4.5-opus-20251124","anthropic/claude-4.5-opus-20251124:beta","anthropic/claude-opus-4.5-20251124","anthropic/claude-opus-4.5-20251124:beta","anthropic/claude-opus-4.5:beta"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	200000
["anthropic/claude-opus-4.6","anthropic/claude-4.6-opus-20260205","anthropic/claude-4.6-opus-20260205:beta","anthropic/claude-opus-4.6-20260205","anthropic/claude-opus-4.6-20260205:beta","anthropic/claude-opus-4.6:beta"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["anthropic/claude-opus-4.6-fast"]	{"input_per_million_usd":"30","cache_write_per_million_usd":"37.5","cached_input_per_million_usd":"3","output_per_million_usd":"150"}
["anthropic/claude-opus-4.7","anthropic/claude-opus-4.7:beta"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["anthropic/claude-opus-4.7-fast"]	{"input_per_million_usd":"30","cache_write_per_million_usd":"37.5","cached_input_per_million_usd":"3","output_per_million_usd":"150"}	1000000
["anthropic/claude-opus-4.8","anthropic/claude-opus-4.8:beta"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["anthropic/claude-opus-4.8-fast"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50"}	1000000
["anthropic/claude-opus-5","anthropic/claude-opus-5:beta"]	{"input_per_million_usd":"5","cache_write_per_million_usd":"6.25","cached_input_per_million_usd":"0.5","output_per_million_usd":"25"}	1000000
["anthropic/claude-opus-5-fast"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50"}	1000000
["anthropic/claude-opus-5.5","anthropic/claude-opus-5.5:beta"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.2","output_per_million_usd":"20"}	1000000
["anthropic/claude-sonnet-4"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}
["anthropic/claude-sonnet-4.5","anthropic/claude-4.5-sonnet-20250929","anthropic/claude-4.5-sonnet-20250929:beta","anthropic/claude-sonnet-4.5-20250929","anthropic/claude-sonnet-4.5-20250929:beta","anthropic/claude-sonnet-4.5:beta"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15","above":[{"input_tokens":200000,"input_per_million_usd":"6","cache_write_per_million_usd":"7.5","cached_input_per_million_usd":"0.6","output_per_million_usd":"22.5"}]}	1000000
["anthropic/claude-sonnet-4.6","anthropic/claude-4.6-sonnet-20260217","anthropic/claude-4.6-sonnet-20260217:beta","anthropic/claude-sonnet-4.6-20260217","anthropic/claude-sonnet-4.6-20260217:beta","anthropic/claude-sonnet-4.6:beta"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1000000
["anthropic/claude-sonnet-5","anthropic/claude-sonnet-5:beta"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"10"}	1000000
["anubis-pro-105b-v1"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1"}
["arcee-ai/coder-large"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.8"}
["arcee-ai/trinity-large-thinking"]	{"input_per_million_usd":"0.22","cached_input_per_million_usd":"0.06","output_per_million_usd":"0.85"}	262144
["arcee-ai/trinity-mini"]	{"input_per_million_usd":"0.045","output_per_million_usd":"0.15"}
["arcee-ai/virtuoso-large"]	{"input_per_million_usd":"0.75","output_per_million_usd":"1.2"}	131072
["arcee-blitz"]	{"input_per_million_usd":"0.45","output_per_million_usd":"0.75"}
["arliai/qwq-32b-arliai-rpr-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["baidu/ernie-4.5-vl-424b-a47b"]	{"input_per_million_usd":"0.42","output_per_million_usd":"1.25"}	123000
["bytedance-research/ui-tars-72b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["bytedance-seed/seed-1.6"]	{"input_per_million_usd":"0.25","output_per_million_usd":"2"}	262144
["bytedance-seed/seed-1.6-flash"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.3"}	262144
["bytedance-seed/seed-2.0-lite"]	{"input_per_million_usd":"0.25","output_per_million_usd":"2"}	262144
["bytedance-seed/seed-2.0-mini"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.4"}	262144
["bytedance/ui-tars-1.5-7b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.2"}	128000
["caller-large"]	{"input_per_million_usd":"0.55","output_per_million_usd":"0.85"}
["chatgpt-4o-latest"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}
["claude-2","claude-2.0","claude-2.0:beta","claude-2.1","claude-2.1:beta","claude-2:beta"]	{"input_per_million_usd":"8","output_per_million_usd":"24"}
["claude-3-opus","claude-3-opus:beta"]	{"input_per_million_usd":"15","cache_write_per_million_usd":"18.75","cached_input_per_million_usd":"1.5","output_per_million_usd":"75"}
["claude-3-sonnet","claude-3-sonnet:beta"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}
["claude-3.5-sonnet","claude-3.5-sonnet-20240620","claude-3.5-sonnet-20240620:beta","claude-3.5-sonnet:beta"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}
["claude-3.7-sonnet","claude-3.7-sonnet:beta","claude-3.7-sonnet:thinking"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}
["codellama-7b-instruct-solidity"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["codestral-2501"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.9"}
["codex-mini"]	{"input_per_million_usd":"1.5","cached_input_per_million_usd":"0.375","output_per_million_usd":"6"}
["cognitivecomputations/dolphin-mistral-24b-venice-edition:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["cognitivecomputations/dolphin-mixtral-8x22b"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["cognitivecomputations/dolphin-mixtral-8x7b"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.5"}
["cognitivecomputations/dolphin3.0-mistral-24b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["cognitivecomputations/dolphin3.0-r1-mistral-24b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["cohere/command"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["cohere/command-a"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	256000
["cohere/command-r","cohere/command-r-03-2024"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}
["cohere/command-r-08-2024"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}	128000
["cohere/command-r-plus","cohere/command-r-plus-04-2024"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["cohere/command-r-plus-08-2024"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	128000
["cohere/command-r7b-12-2024"]	{"input_per_million_usd":"0.0375","output_per_million_usd":"0.15"}	128000
["command"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["command-r","command-r-03-2024"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}
["command-r-plus","command-r-plus-04-2024"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["deepcoder-14b-preview:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepcogito/cogito-v2.1-671b"]	{"input_per_million_usd":"1.25","output_per_million_usd":"1.25"}
["deephermes-3-llama-3-8b-preview:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-chat-v3-0324:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-chat:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-prover-v2"]	{"input_per_million_usd":"0.5","output_per_million_usd":"2.18"}
["deepseek-r1-0528-qwen3-8b"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.1"}
["deepseek-r1-0528-qwen3-8b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-r1-0528:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-r1-distill-llama-70b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-r1-distill-llama-8b"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["deepseek-r1-distill-qwen-1.5b"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["deepseek-r1-distill-qwen-14b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["deepseek-r1-distill-qwen-14b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-r1-distill-qwen-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-r1-distill-qwen-7b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.2"}
["deepseek-r1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-r1t-chimera:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek-v3-base:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-chat"]	{"input_per_million_usd":"0.38","output_per_million_usd":"0.89"}
["deepseek/deepseek-chat-v3-0324"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.88"}	163840
["deepseek/deepseek-chat-v3-0324:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-chat-v3.1"]	{"input_per_million_usd":"0.21","cached_input_per_million_usd":"0.13","output_per_million_usd":"0.79"}
["deepseek/deepseek-chat:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-r1"]	{"input_per_million_usd":"0.45","output_per_million_usd":"2.15"}	64000
["deepseek/deepseek-r1-0528"]	{"input_per_million_usd":"0.5","output_per_million_usd":"2.15"}
["deepseek/deepseek-r1-distill-llama-70b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.4"}	8192
["deepseek/deepseek-r1-distill-llama-70b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-r1-distill-llama-8b"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["deepseek/deepseek-r1-distill-qwen-1.5b"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["deepseek/deepseek-r1-distill-qwen-14b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["deepseek/deepseek-r1-distill-qwen-14b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-r1-distill-qwen-32b"]	{"input_per_million_usd":"0.12","output_per_million_usd":"0.18"}
["deepseek/deepseek-r1-distill-qwen-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-r1-zero:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-r1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-v3-base:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["deepseek/deepseek-v3.1-terminus"]	{"input_per_million_usd":"0.23","output_per_million_usd":"0.9"}	163840
["deepseek/deepseek-v3.2"]	{"input_per_million_usd":"0.2288","output_per_million_usd":"0.3432"}
["deepseek/deepseek-v3.2-exp"]	{"input_per_million_usd":"0.27","output_per_million_usd":"0.41"}	163840
["deepseek/deepseek-v4-flash"]	{"input_per_million_usd":"0.0983","cached_input_per_million_usd":"0.0197","output_per_million_usd":"0.1966"}
["deepseek/deepseek-v4-pro"]	{"input_per_million_usd":"0.435","cached_input_per_million_usd":"0.003625","output_per_million_usd":"0.87"}
["devstral-small"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.12"}
["devstral-small:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["dobby-mini-unhinged-plus-llama-3.1-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["dolphin-mixtral-8x22b"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["dolphin3.0-mistral-24b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["dolphin3.0-r1-mistral-24b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["eleutherai/llemma_7b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["essentialai/rnj-1-instruct"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["eva-llama-3.33-70b"]	{"input_per_million_usd":"4","output_per_million_usd":"6"}
["eva-qwen-2.5-32b"]	{"input_per_million_usd":"2.6","output_per_million_usd":"3.4"}
["eva-qwen-2.5-72b"]	{"input_per_million_usd":"4","output_per_million_usd":"6"}
["eva-unit-01/eva-llama-3.33-70b"]	{"input_per_million_usd":"4","output_per_million_usd":"6"}
["eva-unit-01/eva-qwen-2.5-32b"]	{"input_per_million_usd":"2.6","output_per_million_usd":"3.4"}
["eva-unit-01/eva-qwen-2.5-72b"]	{"input_per_million_usd":"0.9","output_per_million_usd":"1.2"}
["featherless/qwerky-72b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["fimbulvetr-11b-v2"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["gemini-2.0-flash-001"]	{"input_per_million_usd":"0.1","cache_write_per_million_usd":"0.1833","cached_input_per_million_usd":"0.025","output_per_million_usd":"0.4"}
["gemini-2.0-flash-exp:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["gemini-2.0-flash-lite-001"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.3"}
["gemini-2.5-flash-lite-preview-06-17"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.4"}
["gemini-2.5-flash-preview","gemini-2.5-flash-preview-05-20"]	{"input_per_million_usd":"0.15","cache_write_per_million_usd":"0.2333","cached_input_per_million_usd":"0.0375","output_per_million_usd":"0.6"}
["gemini-2.5-flash-preview-05-20:thinking"]	{"input_per_million_usd":"0.15","cache_write_per_million_usd":"0.2333","cached_input_per_million_usd":"0.0375","output_per_million_usd":"3.5"}
["gemini-2.5-flash-preview:thinking"]	{"input_per_million_usd":"0.15","cache_write_per_million_usd":"0.2333","cached_input_per_million_usd":"0.0375","output_per_million_usd":"3.5"}
["gemini-flash-1.5"]	{"input_per_million_usd":"0.075","cache_write_per_million_usd":"0.1583","cached_input_per_million_usd":"0.01875","output_per_million_usd":"0.3"}
["gemini-flash-1.5-8b"]	{"input_per_million_usd":"0.0375","cache_write_per_million_usd":"0.0583","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.15"}
["gemini-pro-1.5"]	{"input_per_million_usd":"1.25","output_per_million_usd":"5"}
["gemma-2-9b-it"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["gemma-2-9b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["gemma-3-12b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["gemma-3-27b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["gemma-3-4b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["gemma-3n-e4b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["glm-4-32b"]	{"input_per_million_usd":"0.24","output_per_million_usd":"0.24"}
["glm-4-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["glm-4.5-air:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["glm-5v-turbo"]	{"input_per_million_usd":"1.2","cached_input_per_million_usd":"0.24","output_per_million_usd":"4"}
["glm-z1-32b"]	{"input_per_million_usd":"0.24","output_per_million_usd":"0.24"}
["glm-z1-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["glm-z1-rumination-32b"]	{"input_per_million_usd":"0.24","output_per_million_usd":"0.24"}
["goliath-120b"]	{"input_per_million_usd":"10","output_per_million_usd":"12.5"}
["google/gemini-2.0-flash-001"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.4"}
["google/gemini-2.0-flash-exp:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemini-2.0-flash-lite-001"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.3"}
["google/gemini-2.0-flash-thinking-exp-1219:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemini-2.0-flash-thinking-exp:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemini-2.5-flash"]	{"input_per_million_usd":"0.3","cache_write_per_million_usd":"0.3833","cached_input_per_million_usd":"0.075","output_per_million_usd":"2.5"}	1048576
["google/gemini-2.5-flash-image"]	{"input_per_million_usd":"0.3","cache_write_per_million_usd":"0.083333333333","cached_input_per_million_usd":"0.03","output_per_million_usd":"2.5"}	32768
["google/gemini-2.5-flash-lite"]	{"input_per_million_usd":"0.1","cache_write_per_million_usd":"0.083333333333","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.4"}	1048576
["google/gemini-2.5-flash-lite-preview-09-2025"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.4"}
["google/gemini-2.5-flash-preview"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}
["google/gemini-2.5-flash-preview-09-2025"]	{"input_per_million_usd":"0.3","cache_write_per_million_usd":"0.383","cached_input_per_million_usd":"0.075","output_per_million_usd":"2.5"}
["google/gemini-2.5-flash-preview:thinking"]	{"input_per_million_usd":"0.15","output_per_million_usd":"3.5"}
["google/gemini-2.5-pro","google/gemini-2.5-pro-preview","google/gemini-2.5-pro-preview-05-06"]	{"input_per_million_usd":"1.25","cache_write_per_million_usd":"1.625","cached_input_per_million_usd":"0.31","output_per_million_usd":"10"}	1048576
["google/gemini-2.5-pro-exp-03-25:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemini-2.5-pro-preview-03-25"]	{"input_per_million_usd":"1.25","output_per_million_usd":"10"}
["google/gemini-3-flash-preview"]	{"input_per_million_usd":"0.5","cache_write_per_million_usd":"0.083333333333","cached_input_per_million_usd":"0.05","output_per_million_usd":"3"}	1048576
["google/gemini-3-pro-image-preview"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.2","output_per_million_usd":"12"}	65536
["google/gemini-3.1-flash-image-preview"]	{"input_per_million_usd":"0.5","output_per_million_usd":"3"}	65536
["google/gemini-3.1-flash-lite","google/gemini-3.1-flash-lite-preview"]	{"input_per_million_usd":"0.25","cache_write_per_million_usd":"0.083333333333","cached_input_per_million_usd":"0.025","output_per_million_usd":"1.5"}	1048576
["google/gemini-3.1-pro-preview","google/gemini-3.1-pro-preview-customtools"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.2","output_per_million_usd":"12"}	1048576
["google/gemini-3.5-flash","/^google/gemini-3\\.5-flash-\\d{8}$/"]	{"input_per_million_usd":"1.5","cache_write_per_million_usd":"0.083333333333","cached_input_per_million_usd":"0.15","output_per_million_usd":"9"}	1048576
["google/gemini-flash-1.5"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.3"}
["google/gemini-flash-1.5-8b"]	{"input_per_million_usd":"0.0375","output_per_million_usd":"0.15"}
["google/gemini-pro","google/gemini-pro-vision"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}
["google/gemini-pro-1.5"]	{"input_per_million_usd":"1.25","output_per_million_usd":"5"}
["google/gemma-2-27b-it"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}	8192
["google/gemma-2-9b-it"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.07"}
["google/gemma-2-9b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemma-3-12b-it"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.1"}	131072
["google/gemma-3-12b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemma-3-1b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemma-3-27b-it"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.2"}
["google/gemma-3-27b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemma-3-4b-it"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.04"}	131072
["google/gemma-3-4b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/gemma-3n-e4b-it"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.12"}
["google/gemma-4-26b-a4b-it"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.33"}
["google/gemma-4-26b-a4b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	262144
["google/gemma-4-31b-it"]	{"input_per_million_usd":"0.09","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.34"}	262144
["google/gemma-4-31b-it:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	262144
["google/learnlm-1.5-pro-experimental:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["google/palm-2-chat-bison","google/palm-2-chat-bison-32k"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["google/palm-2-codechat-bison","google/palm-2-codechat-bison-32k"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["gpt-3.5-turbo-1106"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["gpt-4-1106-preview"]	{"input_per_million_usd":"10","output_per_million_usd":"30"}
["gpt-4.5-preview"]	{"input_per_million_usd":"75","cached_input_per_million_usd":"37.5","output_per_million_usd":"150"}
["gpt-4o:extended"]	{"input_per_million_usd":"6","output_per_million_usd":"18"}
["grok-2-1212"]	{"input_per_million_usd":"2","output_per_million_usd":"10"}
["grok-2-vision-1212"]	{"input_per_million_usd":"2","output_per_million_usd":"10"}
["grok-3","grok-3-beta"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.75","output_per_million_usd":"15"}
["grok-3-mini","grok-3-mini-beta"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.075","output_per_million_usd":"0.5"}
["grok-beta"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}
["grok-vision-beta"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}
["gryphe/mythomax-l2-13b"]	{"input_per_million_usd":"0.065","output_per_million_usd":"0.065"}
["hermes-2-pro-llama-3-8b"]	{"input_per_million_usd":"0.025","output_per_million_usd":"0.04"}
["huggingfaceh4/zephyr-7b-beta:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["ibm-granite/granite-4.0-h-micro"]	{"input_per_million_usd":"0.017","output_per_million_usd":"0.112"}	131000
["ibm-granite/granite-4.1-8b"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.1"}	131072
["inception/mercury-2"]	{"input_per_million_usd":"0.25","cached_input_per_million_usd":"0.025","output_per_million_usd":"0.75"}	128000
["inclusionai/ling-2.6-1t"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.625"}
["inclusionai/ling-2.6-flash"]	{"input_per_million_usd":"0.01","cached_input_per_million_usd":"0.002","output_per_million_usd":"0.03"}
["inclusionai/ring-2.6-1t"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.625"}
["infermatic/mn-inferor-12b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["inflection/inflection-3-pi"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}
["inflection/inflection-3-productivity"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}
["internvl3-14b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["internvl3-2b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["jamba-1.6-large"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["jamba-1.6-mini"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.4"}
["jondurbin/airoboros-l2-70b"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.5"}
["kimi-dev-72b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["kimi-vl-a3b-thinking:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["kwaipilot/kat-coder-pro-v2"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.06","output_per_million_usd":"1.2"}
["l3-euryale-70b"]	{"input_per_million_usd":"1.48","output_per_million_usd":"1.48"}
["latitudegames/wayfarer-large-70b-llama-3.3"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.9"}
["lfm-3b"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.02"}
["lfm-40b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["lfm-7b"]	{"input_per_million_usd":"0.01","output_per_million_usd":"0.01"}
["liquid/lfm-2-24b-a2b"]	{"input_per_million_usd":"0.03","output_per_million_usd":"0.12"}
["liquid/lfm-2.5-1.2b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["liquid/lfm-2.5-1.2b-thinking:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["liquid/lfm-3b"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.02"}
["liquid/lfm-40b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.15"}
["liquid/lfm-7b"]	{"input_per_million_usd":"0.01","output_per_million_usd":"0.01"}
["llama-3-lumimaid-70b"]	{"input_per_million_usd":"4","output_per_million_usd":"6"}
["llama-3-lumimaid-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"1.25"}
["llama-3.1-405b"]	{"input_per_million_usd":"2","output_per_million_usd":"2"}
["llama-3.1-405b-instruct"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["llama-3.1-8b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-3.1-lumimaid-70b"]	{"input_per_million_usd":"2.5","output_per_million_usd":"3"}
["llama-3.1-lumimaid-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"1.25"}
["llama-3.1-nemotron-70b-instruct"]	{"input_per_million_usd":"0.12","output_per_million_usd":"0.3"}
["llama-3.1-nemotron-ultra-253b-v1"]	{"input_per_million_usd":"0.6","output_per_million_usd":"1.8"}
["llama-3.1-nemotron-ultra-253b-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-3.1-sonar-large-128k-online"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}
["llama-3.1-sonar-small-128k-online"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["llama-3.2-11b-vision-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-3.2-1b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-3.2-90b-vision-instruct"]	{"input_per_million_usd":"1.2","output_per_million_usd":"1.2"}
["llama-3.3-8b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-3.3-nemotron-super-49b-v1"]	{"input_per_million_usd":"0.13","output_per_million_usd":"0.4"}
["llama-3.3-nemotron-super-49b-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-4-maverick:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-4-scout:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["llama-guard-2-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["llama3.1-typhoon2-70b-instruct"]	{"input_per_million_usd":"0.88","output_per_million_usd":"0.88"}
["llemma_7b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["maestro-reasoning"]	{"input_per_million_usd":"0.9","output_per_million_usd":"3.3"}
["magistral-medium-2506","magistral-medium-2506:thinking"]	{"input_per_million_usd":"2","output_per_million_usd":"5"}
["magistral-small-2506"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}
["magnum-72b"]	{"input_per_million_usd":"4","output_per_million_usd":"6"}
["magnum-v2-72b"]	{"input_per_million_usd":"3","output_per_million_usd":"3"}
["mai-ds-r1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mancer/weaver"]	{"input_per_million_usd":"1.125","output_per_million_usd":"1.125"}	8000
["mercury-coder-small-beta"]	{"input_per_million_usd":"0.25","output_per_million_usd":"1"}
["meta-llama/llama-2-13b-chat"]	{"input_per_million_usd":"0.22","output_per_million_usd":"0.22"}
["meta-llama/llama-2-70b-chat"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["meta-llama/llama-3-70b-instruct"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.4"}
["meta-llama/llama-3-8b-instruct"]	{"input_per_million_usd":"0.03","output_per_million_usd":"0.06"}
["meta-llama/llama-3.1-405b"]	{"input_per_million_usd":"2","output_per_million_usd":"2"}
["meta-llama/llama-3.1-405b-instruct"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["meta-llama/llama-3.1-405b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-3.1-70b-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.28"}	131072
["meta-llama/llama-3.1-8b-instruct"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.03"}
["meta-llama/llama-3.1-8b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-3.2-11b-vision-instruct"]	{"input_per_million_usd":"0.049","output_per_million_usd":"0.049"}
["meta-llama/llama-3.2-11b-vision-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-3.2-1b-instruct"]	{"input_per_million_usd":"0.005","output_per_million_usd":"0.01"}	60000
["meta-llama/llama-3.2-1b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-3.2-3b-instruct"]	{"input_per_million_usd":"0.01","output_per_million_usd":"0.02"}
["meta-llama/llama-3.2-3b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-3.2-90b-vision-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["meta-llama/llama-3.3-70b-instruct"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.24"}
["meta-llama/llama-3.3-70b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-4-maverick"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}
["meta-llama/llama-4-maverick:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-4-scout"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.3"}
["meta-llama/llama-4-scout:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["meta-llama/llama-guard-2-8b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["meta-llama/llama-guard-3-8b"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.06"}
["meta-llama/llama-guard-4-12b"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.05"}	163840
["microsoft/phi-3-medium-128k-instruct"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}
["microsoft/phi-3-mini-128k-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["microsoft/phi-3.5-mini-128k-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["microsoft/phi-4"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.14"}	16384
["microsoft/phi-4-mini-instruct"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.35"}
["microsoft/phi-4-multimodal-instruct"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.1"}
["microsoft/wizardlm-2-7b"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.07"}
["microsoft/wizardlm-2-8x22b"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.5"}	65535
["midnight-rose-70b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["minimax-m1:extended"]	{"input_per_million_usd":"0.55","output_per_million_usd":"2.2"}
["minimax/minimax-01"]	{"input_per_million_usd":"0.2","output_per_million_usd":"1.1"}	1000192
["minimax/minimax-m1"]	{"input_per_million_usd":"0.3","output_per_million_usd":"1.65"}	1000000
["minimax/minimax-m2"]	{"input_per_million_usd":"0.255","cached_input_per_million_usd":"0.03","output_per_million_usd":"1"}
["minimax/minimax-m2-her","minimax/minimax-m2-her-20260123"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"1.2"}	65536
["minimax/minimax-m2.1"]	{"input_per_million_usd":"0.29","cached_input_per_million_usd":"0.03","output_per_million_usd":"0.95"}	204800
["minimax/minimax-m2.5","minimax/minimax-m2.5-20260211"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.9"}
["minimax/minimax-m2.7","minimax/minimax-m2.7-20260318"]	{"input_per_million_usd":"0.27","cached_input_per_million_usd":"0.054","output_per_million_usd":"1.08"}
["minimax/minimax-m3","minimax/minimax-m3-20260531"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.06","output_per_million_usd":"1.2"}
["ministral-3b"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["ministral-8b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["mistral-7b-instruct","mistral-7b-instruct-v0.3"]	{"input_per_million_usd":"0.028","output_per_million_usd":"0.054"}
["mistral-7b-instruct-v0.1"]	{"input_per_million_usd":"0.11","output_per_million_usd":"0.19"}
["mistral-7b-instruct-v0.2"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["mistral-7b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-medium"]	{"input_per_million_usd":"2.75","output_per_million_usd":"8.1"}
["mistral-nemo:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-small"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.6"}
["mistral-small-24b-instruct-2501:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-small-3.1-24b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-small-3.2-24b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistral-tiny"]	{"input_per_million_usd":"0.25","output_per_million_usd":"0.25"}
["mistral/ministral-8b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["mistralai/codestral-2501"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.9"}
["mistralai/codestral-2508"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.03","output_per_million_usd":"0.9"}	256000
["mistralai/codestral-mamba"]	{"input_per_million_usd":"0.25","output_per_million_usd":"0.25"}
["mistralai/devstral-2512"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.04","output_per_million_usd":"2"}	262144
["mistralai/ministral-14b-2512"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.2"}	262144
["mistralai/ministral-3b"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.04"}
["mistralai/ministral-3b-2512"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.1"}	131072
["mistralai/ministral-8b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["mistralai/ministral-8b-2512"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.15"}	262144
["mistralai/mistral-7b-instruct","mistralai/mistral-7b-instruct-v0.3"]	{"input_per_million_usd":"0.029","output_per_million_usd":"0.059"}
["mistralai/mistral-7b-instruct-v0.1"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["mistralai/mistral-7b-instruct-v0.2"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["mistralai/mistral-7b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistralai/mistral-large","mistralai/mistral-large-2407","mistral-large-2411"]	{"input_per_million_usd":"2","output_per_million_usd":"6"}	128000
["mistralai/mistral-large-2512"]	{"input_per_million_usd":"0.5","cached_input_per_million_usd":"0.05","output_per_million_usd":"1.5"}	262144
["mistralai/mistral-medium"]	{"input_per_million_usd":"2.75","output_per_million_usd":"8.1"}
["mistralai/mistral-medium-3"]	{"input_per_million_usd":"0.4","output_per_million_usd":"2"}	131072
["mistralai/mistral-medium-3-5"]	{"input_per_million_usd":"1.5","output_per_million_usd":"7.5"}	262144
["mistralai/mistral-medium-3.1"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.04","output_per_million_usd":"2"}	131072
["mistralai/mistral-nemo"]	{"input_per_million_usd":"0.01","output_per_million_usd":"0.019"}
["mistralai/mistral-nemo:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistralai/mistral-saba"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.6"}	32768
["mistralai/mistral-small"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.6"}
["mistralai/mistral-small-24b-instruct-2501"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.09"}	32768
["mistralai/mistral-small-24b-instruct-2501:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistralai/mistral-small-2603"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.6"}
["mistralai/mistral-small-3.1-24b-instruct"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.15"}	128000
["mistralai/mistral-small-3.1-24b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["mistralai/mistral-small-3.2-24b-instruct"]	{"input_per_million_usd":"0.075","output_per_million_usd":"0.2"}
["mistralai/mistral-tiny"]	{"input_per_million_usd":"0.25","output_per_million_usd":"0.25"}
["mistralai/mixtral-8x22b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}	65536
["mistralai/mixtral-8x7b-instruct"]	{"input_per_million_usd":"0.24","output_per_million_usd":"0.24"}
["mistralai/pixtral-12b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["mistralai/pixtral-large-2411"]	{"input_per_million_usd":"2","output_per_million_usd":"6"}
["mistralai/voxtral-small-24b-2507"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.3"}	32000
["mixtral-8x7b-instruct"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.24"}
["mn-celeste-12b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["mn-inferor-12b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["mn-starcannon-12b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["moonshotai/kimi-k2"]	{"input_per_million_usd":"0.57","output_per_million_usd":"2.3"}	131072
["moonshotai/kimi-k2-0905"]	{"input_per_million_usd":"0.6","output_per_million_usd":"2.5"}	262144
["moonshotai/kimi-k2-thinking"]	{"input_per_million_usd":"0.6","output_per_million_usd":"2.5"}	262144
["moonshotai/kimi-k2.5"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.09","output_per_million_usd":"1.9"}
["moonshotai/kimi-k2.6"]	{"input_per_million_usd":"0.68","cached_input_per_million_usd":"0.34","output_per_million_usd":"3.41"}
["moonshotai/kimi-k2.6:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["moonshotai/kimi-k2.7-code","moonshotai/kimi-k2.7-code-20260612"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.16","output_per_million_usd":"3.5"}	262144
["moonshotai/kimi-k3","moonshotai/kimi-k3-20260715"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1048576
["moonshotai/kimi-vl-a3b-thinking:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["moonshotai/moonlight-16b-a3b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["morph/morph-v3-fast"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}	81920
["morph/morph-v3-large"]	{"input_per_million_usd":"0.9","output_per_million_usd":"1.9"}	262144
["mythalion-13b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["neversleep/llama-3-lumimaid-70b"]	{"input_per_million_usd":"3.375","output_per_million_usd":"4.5"}
["neversleep/llama-3-lumimaid-8b","neversleep/llama-3-lumimaid-8b:extended"]	{"input_per_million_usd":"0.09375","output_per_million_usd":"0.75"}
["neversleep/llama-3.1-lumimaid-70b"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2.25"}
["neversleep/llama-3.1-lumimaid-8b"]	{"input_per_million_usd":"0.09375","output_per_million_usd":"0.75"}
["neversleep/noromaid-20b"]	{"input_per_million_usd":"0.75","output_per_million_usd":"1.5"}
["nex-agi/nex-n2-pro:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["noromaid-20b"]	{"input_per_million_usd":"1.25","output_per_million_usd":"2"}
["nothingiisreal/mn-celeste-12b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["nous-hermes-2-mixtral-8x7b-dpo"]	{"input_per_million_usd":"0.6","output_per_million_usd":"0.6"}
["nousresearch/deephermes-3-llama-3-8b-preview:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nousresearch/hermes-2-pro-llama-3-8b"]	{"input_per_million_usd":"0.025","output_per_million_usd":"0.04"}
["nousresearch/hermes-3-llama-3.1-405b"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.8"}	131072
["nousresearch/hermes-3-llama-3.1-405b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nousresearch/hermes-3-llama-3.1-70b"]	{"input_per_million_usd":"0.12","output_per_million_usd":"0.3"}	131072
["nousresearch/hermes-4-405b"]	{"input_per_million_usd":"1","output_per_million_usd":"3"}	131072
["nousresearch/hermes-4-70b"]	{"input_per_million_usd":"0.13","output_per_million_usd":"0.4"}	131072
["nousresearch/nous-hermes-2-mixtral-8x7b-dpo"]	{"input_per_million_usd":"0.6","output_per_million_usd":"0.6"}
["nousresearch/nous-hermes-llama2-13b"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["nvidia/llama-3.1-nemotron-70b-instruct"]	{"input_per_million_usd":"0.12","output_per_million_usd":"0.3"}
["nvidia/llama-3.1-nemotron-70b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nvidia/llama-3.1-nemotron-nano-8b-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nvidia/llama-3.1-nemotron-ultra-253b-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nvidia/llama-3.3-nemotron-super-49b-v1.5"]	{"input_per_million_usd":"0.4","output_per_million_usd":"0.4"}
["nvidia/llama-3.3-nemotron-super-49b-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nvidia/nemotron-3-nano-30b-a3b"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.2"}	262144
["nvidia/nemotron-3-nano-30b-a3b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nvidia/nemotron-3-nano-omni-30b-a3b-reasoning:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	256000
["nvidia/nemotron-3-super-120b-a12b"]	{"input_per_million_usd":"0.09","output_per_million_usd":"0.45"}
["nvidia/nemotron-3-super-120b-a12b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	262144
["nvidia/nemotron-3-ultra-550b-a55b"]	{"input_per_million_usd":"0.5","cached_input_per_million_usd":"0.15","output_per_million_usd":"2.5"}
["nvidia/nemotron-3-ultra-550b-a55b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	1000000
["nvidia/nemotron-3.5-content-safety:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	128000
["nvidia/nemotron-nano-12b-v2-vl:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["nvidia/nemotron-nano-9b-v2"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.16"}
["nvidia/nemotron-nano-9b-v2:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["o1-mini","o1-mini-2024-09-12"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.55","output_per_million_usd":"4.4"}
["open-r1/olympiccoder-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["open-r1/olympiccoder-7b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["openai/chatgpt-4o-latest"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}
["openai/codex-mini"]	{"input_per_million_usd":"1.5","cached_input_per_million_usd":"0.375","output_per_million_usd":"6"}
["openai/gpt-3.5-turbo","gpt-3.5-turbo-0125"]	{"input_per_million_usd":"0.5","output_per_million_usd":"1.5"}	16385
["openai/gpt-3.5-turbo-0613"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}	4095
["openai/gpt-3.5-turbo-1106"]	{"input_per_million_usd":"1","output_per_million_usd":"2"}
["openai/gpt-3.5-turbo-16k"]	{"input_per_million_usd":"3","output_per_million_usd":"4"}	16385
["openai/gpt-3.5-turbo-instruct"]	{"input_per_million_usd":"1.5","output_per_million_usd":"2"}	4095
["openai/gpt-4","gpt-4-0314"]	{"input_per_million_usd":"30","output_per_million_usd":"60"}	8191
["openai/gpt-4-1106-preview"]	{"input_per_million_usd":"10","output_per_million_usd":"30"}
["openai/gpt-4-32k","openai/gpt-4-32k-0314"]	{"input_per_million_usd":"60","output_per_million_usd":"120"}
["openai/gpt-4-turbo","openai/gpt-4-turbo-preview"]	{"input_per_million_usd":"10","output_per_million_usd":"30"}	128000
["openai/gpt-4.1"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8"}	1047576
["openai/gpt-4.1-mini","openai/gpt-4.1-mini-2025-04-14"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.1","output_per_million_usd":"1.6"}	1047576
["openai/gpt-4.1-nano"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.025","output_per_million_usd":"0.4"}	1047576
["openai/gpt-4.5-preview"]	{"input_per_million_usd":"75","output_per_million_usd":"150"}
["openai/gpt-4o","openai/gpt-4o-2024-08-06","openai/gpt-4o-2024-11-20","openai/gpt-4o-audio-preview"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	128000
["openai/gpt-4o-2024-05-13"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}	128000
["openai/gpt-4o-mini","openai/gpt-4o-mini-2024-07-18"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.075","output_per_million_usd":"0.6"}	128000
["openai/gpt-4o-mini-search-preview"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.6"}
["openai/gpt-4o-search-preview"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}
["openai/gpt-4o:extended"]	{"input_per_million_usd":"6","output_per_million_usd":"18"}
["openai/gpt-5","openai/gpt-5-2025-08-07","openai/gpt-5-chat","openai/gpt-5-codex","openai/gpt-5.1-codex-max"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.125","output_per_million_usd":"10"}	400000
["openai/gpt-5-image"]	{"input_per_million_usd":"10","cached_input_per_million_usd":"1.25","output_per_million_usd":"10"}	400000
["openai/gpt-5-image-mini"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"2"}	400000
["openai/gpt-5-mini","openai/gpt-5-mini-2025-08-07"]	{"input_per_million_usd":"0.25","cached_input_per_million_usd":"0.025","output_per_million_usd":"2"}	400000
["openai/gpt-5-nano"]	{"input_per_million_usd":"0.05","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.4"}	400000
["openai/gpt-5-pro"]	{"input_per_million_usd":"15","output_per_million_usd":"120"}	400000
["openai/gpt-5.1","openai/gpt-5.1-chat","openai/gpt-5.1-codex"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.13","output_per_million_usd":"10"}	400000
["openai/gpt-5.1-codex-mini","openai/gpt-5.1-codex-mini-20251113"]	{"input_per_million_usd":"0.25","cached_input_per_million_usd":"0.025","output_per_million_usd":"2"}	400000
["openai/gpt-5.2","openai/gpt-5.2-20251211","openai/gpt-5.2-chat","openai/gpt-5.2-codex"]	{"input_per_million_usd":"1.75","cached_input_per_million_usd":"0.175","output_per_million_usd":"14"}	400000
["openai/gpt-5.2-pro","openai/gpt-5.2-pro-20251211"]	{"input_per_million_usd":"21","output_per_million_usd":"168"}	400000
["openai/gpt-5.3-chat"]	{"input_per_million_usd":"1.75","cached_input_per_million_usd":"0.175","output_per_million_usd":"14"}
["openai/gpt-5.3-codex","openai/gpt-5.3-codex-20260224"]	{"input_per_million_usd":"1.75","cached_input_per_million_usd":"0.175","output_per_million_usd":"14"}	400000
["openai/gpt-5.4","openai/gpt-5.4-20260305"]	{"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.25","output_per_million_usd":"15","above":[{"input_tokens":272000,"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"22.5"}]}	1050000
["openai/gpt-5.4-image-2"]	{"input_per_million_usd":"8","cached_input_per_million_usd":"2","output_per_million_usd":"15"}	272000
["openai/gpt-5.4-mini"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.075","output_per_million_usd":"4.5"}	400000
["openai/gpt-5.4-nano"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.25"}	400000
["openai/gpt-5.4-pro"]	{"input_per_million_usd":"30","output_per_million_usd":"180","above":[{"input_tokens":272000,"input_per_million_usd":"60","output_per_million_usd":"270"}]}	1050000
["openai/gpt-5.5"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"30","above":[{"input_tokens":272000,"input_per_million_usd":"10","cached_input_per_million_usd":"1","output_per_million_usd":"45"}]}	1050000
["openai/gpt-5.5-pro"]	{"input_per_million_usd":"30","output_per_million_usd":"180","above":[{"input_tokens":272000,"input_per_million_usd":"60","output_per_million_usd":"270"}]}	1050000
["openai/gpt-5.6-luna","/^openai/gpt-5\\.6-luna-\\d{8}$/"]	{"input_per_million_usd":"0.2","cache_write_per_million_usd":"0.25","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.2","above":[{"input_tokens":272000,"input_per_million_usd":"0.4","cache_write_per_million_usd":"0.5","cached_input_per_million_usd":"0.04","output_per_million_usd":"1.8"}]}	1050000
["openai/gpt-5.6-sol","/^openai/gpt-5\\.6-sol-\\d{8}$/"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"10","above":[{"input_tokens":272000,"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"15"}]}	1050000
["openai/gpt-5.6-terra","/^openai/gpt-5\\.6-terra-\\d{8}$/"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"12","above":[{"input_tokens":272000,"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"18"}]}	1050000
["openai/gpt-6-luna","openai/gpt-6-luna-pro","/^openai/gpt-6-luna-\\d{8}$/"]	{"input_per_million_usd":"0.1","cache_write_per_million_usd":"0.125","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.5","search_usd":"0.01","above":[{"input_tokens":272000,"input_per_million_usd":"0.2","cache_write_per_million_usd":"0.25","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.75"}]}	1050000
["openai/gpt-6-luna:batch","openai/gpt-6-luna-pro:batch"]	{"input_per_million_usd":"0.05","cache_write_per_million_usd":"0.0625","cached_input_per_million_usd":"0.005","output_per_million_usd":"0.25","search_usd":"0.01","above":[{"input_tokens":272000,"input_per_million_usd":"0.1","cache_write_per_million_usd":"0.125","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.375"}]}	1050000
["openai/gpt-6-sol","openai/gpt-6-sol-pro","/^openai/gpt-6-sol-\\d{8}$/"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"10","search_usd":"0.01","above":[{"input_tokens":272000,"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.4","output_per_million_usd":"15"}]}	1050000
["openai/gpt-6-sol:batch","openai/gpt-6-sol-pro:batch"]	{"input_per_million_usd":"1","cache_write_per_million_usd":"1.25","cached_input_per_million_usd":"0.1","output_per_million_usd":"5","search_usd":"0.01","above":[{"input_tokens":272000,"input_per_million_usd":"2","cache_write_per_million_usd":"2.5","cached_input_per_million_usd":"0.2","output_per_million_usd":"7.5"}]}	1050000
["openai/gpt-audio"]	{"input_per_million_usd":"2.5","output_per_million_usd":"10"}	128000
["openai/gpt-audio-mini"]	{"input_per_million_usd":"0.6","output_per_million_usd":"2.4"}	128000
["openai/gpt-chat-latest"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"30"}	400000
["openai/gpt-oss-120b"]	{"input_per_million_usd":"0.039","output_per_million_usd":"0.18"}
["openai/gpt-oss-120b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["openai/gpt-oss-20b"]	{"input_per_million_usd":"0.029","output_per_million_usd":"0.14"}	131072
["openai/gpt-oss-20b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["openai/gpt-oss-safeguard-20b"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.037","output_per_million_usd":"0.3"}	131072
["openai/o1","o1-preview","o1-preview-2024-09-12"]	{"input_per_million_usd":"15","cached_input_per_million_usd":"7.5","output_per_million_usd":"60"}
["openai/o1-mini","openai/o1-mini-2024-09-12"]	{"input_per_million_usd":"1.1","output_per_million_usd":"4.4"}
["openai/o1-pro"]	{"input_per_million_usd":"150","output_per_million_usd":"600"}	200000
["openai/o3"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8"}	200000
["openai/o3-deep-research"]	{"input_per_million_usd":"10","cached_input_per_million_usd":"2.5","output_per_million_usd":"40"}
["openai/o3-mini","openai/o3-mini-high"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.55","output_per_million_usd":"4.4"}	200000
["openai/o3-pro"]	{"input_per_million_usd":"20","output_per_million_usd":"80"}	200000
["openai/o4-mini","openai/o4-mini-high"]	{"input_per_million_usd":"1.1","cached_input_per_million_usd":"0.275","output_per_million_usd":"4.4"}	200000
["openai/o4-mini-deep-research"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"8"}
["openchat/openchat-7b"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.07"}
["openhands-lm-32b-v0.1"]	{"input_per_million_usd":"2.6","output_per_million_usd":"3.4"}
["perceptron/perceptron-mk1"]	{"input_per_million_usd":"0.15","output_per_million_usd":"1.5"}	32768
["perplexity/llama-3.1-sonar-large-128k-online"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}
["perplexity/llama-3.1-sonar-small-128k-online"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["perplexity/r1-1776"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["perplexity/sonar"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}	127072
["perplexity/sonar-deep-research"]	{"input_per_million_usd":"2","output_per_million_usd":"8","reasoning_per_million_usd":"3"}	128000
["perplexity/sonar-pro"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}	200000
["perplexity/sonar-reasoning"]	{"input_per_million_usd":"1","output_per_million_usd":"5"}
["perplexity/sonar-reasoning-pro"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}	128000
["phi-3-medium-128k-instruct"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}
["phi-3-mini-128k-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["phi-3.5-mini-128k-instruct"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["phi-4-multimodal-instruct"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.1"}
["phi-4-reasoning-plus"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.35"}
["phi-4-reasoning-plus:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["phi-4-reasoning:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["pixtral-12b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["pixtral-large-2411"]	{"input_per_million_usd":"2","output_per_million_usd":"6"}
["poolside/laguna-m.1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["poolside/laguna-xs.2:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["prime-intellect/intellect-3"]	{"input_per_million_usd":"0.2","output_per_million_usd":"1.1"}
["pygmalionai/mythalion-13b"]	{"input_per_million_usd":"0.5625","output_per_million_usd":"1.125"}
["qwen-2-72b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["qwen-2.5-72b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen-2.5-coder-32b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen-2.5-vl-7b-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["qwen-max"]	{"input_per_million_usd":"1.6","cached_input_per_million_usd":"0.64","output_per_million_usd":"6.4"}
["qwen-turbo"]	{"input_per_million_usd":"0.05","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.2"}
["qwen-vl-max"]	{"input_per_million_usd":"0.8","output_per_million_usd":"3.2"}
["qwen-vl-plus"]	{"input_per_million_usd":"0.21","output_per_million_usd":"0.63"}
["qwen/qwen-2-72b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["qwen/qwen-2.5-72b-instruct"]	{"input_per_million_usd":"0.12","output_per_million_usd":"0.39"}
["qwen/qwen-2.5-72b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen-2.5-7b-instruct"]	{"input_per_million_usd":"0.04","output_per_million_usd":"0.1"}	32768
["qwen/qwen-2.5-7b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen-2.5-coder-32b-instruct"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.15"}	32768
["qwen/qwen-2.5-coder-32b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen-2.5-vl-72b-instruct"]	{"input_per_million_usd":"0.6","output_per_million_usd":"0.6"}
["qwen/qwen-2.5-vl-7b-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["qwen/qwen-2.5-vl-7b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen-max"]	{"input_per_million_usd":"1.6","output_per_million_usd":"6.4"}
["qwen/qwen-plus"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.16","output_per_million_usd":"1.2"}	1000000
["qwen/qwen-plus-2025-07-28"]	{"input_per_million_usd":"0.26","output_per_million_usd":"0.78"}	1000000
["qwen/qwen-plus-2025-07-28:thinking"]	{"input_per_million_usd":"0.26","cache_write_per_million_usd":"0.325","output_per_million_usd":"0.78"}
["qwen/qwen-turbo"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.2"}
["qwen/qwen-vl-max"]	{"input_per_million_usd":"0.8","output_per_million_usd":"3.2"}
["qwen/qwen-vl-plus"]	{"input_per_million_usd":"0.21","output_per_million_usd":"0.63"}
["qwen/qwen2.5-coder-7b-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["qwen/qwen2.5-vl-32b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["qwen/qwen2.5-vl-32b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen2.5-vl-3b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen2.5-vl-72b-instruct"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.7"}
["qwen/qwen2.5-vl-72b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen3-14b"]	{"input_per_million_usd":"0.06","output_per_million_usd":"0.24"}
["qwen/qwen3-235b-a22b"]	{"input_per_million_usd":"0.13","output_per_million_usd":"0.6"}	131072
["qwen/qwen3-235b-a22b-2507"]	{"input_per_million_usd":"0.09","output_per_million_usd":"0.1"}
["qwen/qwen3-235b-a22b-thinking-2507"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["qwen/qwen3-30b-a3b"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.29"}
["qwen/qwen3-30b-a3b-instruct-2507"]	{"input_per_million_usd":"0.04815","output_per_million_usd":"0.19305"}
["qwen/qwen3-30b-a3b-thinking-2507"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.4"}	81920
["qwen/qwen3-32b"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.3"}
["qwen/qwen3-8b"]	{"input_per_million_usd":"0.035","output_per_million_usd":"0.138"}	131072
["qwen/qwen3-coder","qwen/qwen3-coder-480b-a35b-07-25"]	{"input_per_million_usd":"0.22","output_per_million_usd":"1.8"}
["qwen/qwen3-coder-30b-a3b-instruct"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.27"}
["qwen/qwen3-coder-flash"]	{"input_per_million_usd":"0.195","cache_write_per_million_usd":"0.24375","cached_input_per_million_usd":"0.039","output_per_million_usd":"0.975"}	1000000
["qwen/qwen3-coder-next","qwen/qwen3-coder-next-2025-02-03"]	{"input_per_million_usd":"0.11","cached_input_per_million_usd":"0.07","output_per_million_usd":"0.8"}
["qwen/qwen3-coder-plus"]	{"input_per_million_usd":"0.65","cache_write_per_million_usd":"0.8125","cached_input_per_million_usd":"0.13","output_per_million_usd":"3.25"}	1000000
["qwen/qwen3-coder:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen3-max"]	{"input_per_million_usd":"1.2","output_per_million_usd":"6"}	262144
["qwen/qwen3-max-thinking","qwen/qwen3-max-thinking-20260123"]	{"input_per_million_usd":"0.78","output_per_million_usd":"3.9"}	262144
["qwen/qwen3-next-80b-a3b-instruct","qwen/qwen3-next-80b-a3b-instruct-2509"]	{"input_per_million_usd":"0.09","output_per_million_usd":"1.1"}
["qwen/qwen3-next-80b-a3b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwen3-next-80b-a3b-thinking","qwen/qwen3-next-80b-a3b-thinking-2509"]	{"input_per_million_usd":"0.0975","output_per_million_usd":"0.78"}
["qwen/qwen3-vl-235b-a22b-instruct"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.11","output_per_million_usd":"0.88"}
["qwen/qwen3-vl-235b-a22b-thinking"]	{"input_per_million_usd":"0.26","output_per_million_usd":"2.6"}	131072
["qwen/qwen3-vl-30b-a3b-instruct"]	{"input_per_million_usd":"0.13","output_per_million_usd":"0.52"}
["qwen/qwen3-vl-30b-a3b-thinking"]	{"input_per_million_usd":"0.13","output_per_million_usd":"1.56"}
["qwen/qwen3-vl-32b-instruct"]	{"input_per_million_usd":"0.104","output_per_million_usd":"0.416"}	131072
["qwen/qwen3-vl-8b-instruct"]	{"input_per_million_usd":"0.08","output_per_million_usd":"0.5"}
["qwen/qwen3-vl-8b-thinking"]	{"input_per_million_usd":"0.117","output_per_million_usd":"1.365"}	131072
["qwen/qwen3.5-122b-a10b","qwen/qwen3.5-122b-a10b-20260224"]	{"input_per_million_usd":"0.26","output_per_million_usd":"2.08"}	262144
["qwen/qwen3.5-27b","qwen/qwen3.5-27b-20260224"]	{"input_per_million_usd":"0.195","output_per_million_usd":"1.56"}	262144
["qwen/qwen3.5-35b-a3b","qwen/qwen3.5-35b-a3b-20260224"]	{"input_per_million_usd":"0.14","cached_input_per_million_usd":"0.05","output_per_million_usd":"1"}
["qwen/qwen3.5-397b-a17b","qwen/qwen3.5-397b-a17b-20260216"]	{"input_per_million_usd":"0.39","output_per_million_usd":"2.34"}
["qwen/qwen3.5-9b","qwen/qwen3.5-9b-20260310"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.15"}
["qwen/qwen3.5-flash-02-23","qwen/qwen3.5-flash-20260224"]	{"input_per_million_usd":"0.065","output_per_million_usd":"0.26"}	1000000
["qwen/qwen3.5-plus-02-15","qwen/qwen3.5-plus-20260216"]	{"input_per_million_usd":"0.4","output_per_million_usd":"2.4"}	1000000
["qwen/qwen3.5-plus-20260420"]	{"input_per_million_usd":"0.3","cache_write_per_million_usd":"0.375","output_per_million_usd":"1.8"}	1000000
["qwen/qwen3.6-27b","qwen/qwen3.6-27b-20260422"]	{"input_per_million_usd":"0.289","output_per_million_usd":"2.4"}
["qwen/qwen3.6-35b-a3b","qwen/qwen3.6-35b-a3b-20260415"]	{"input_per_million_usd":"0.14","output_per_million_usd":"1"}
["qwen/qwen3.6-flash"]	{"input_per_million_usd":"0.1875","cache_write_per_million_usd":"0.234375","output_per_million_usd":"1.125"}	1000000
["qwen/qwen3.6-max-preview","qwen/qwen3.6-max-preview-20260420"]	{"input_per_million_usd":"1.04","cache_write_per_million_usd":"1.3","output_per_million_usd":"6.24"}	262144
["qwen/qwen3.6-plus","qwen/qwen3.6-plus-04-02"]	{"input_per_million_usd":"0.325","cache_write_per_million_usd":"0.40625","output_per_million_usd":"1.95"}	1000000
["qwen/qwen3.7-max","qwen/qwen3.7-max-20260520"]	{"input_per_million_usd":"1.25","cache_write_per_million_usd":"1.5625","cached_input_per_million_usd":"0.25","output_per_million_usd":"3.75"}	1000000
["qwen/qwen3.7-plus","qwen/qwen3.7-plus-20260602"]	{"input_per_million_usd":"0.4","cache_write_per_million_usd":"0.5","cached_input_per_million_usd":"0.08","output_per_million_usd":"1.6"}	1000000
["qwen/qwq-32b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.2"}
["qwen/qwq-32b-preview"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["qwen/qwq-32b-preview:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen/qwq-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen2.5-vl-32b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["qwen2.5-vl-32b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen2.5-vl-72b-instruct:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen3-14b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen3-235b-a22b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen3-30b-a3b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen3-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwen3-8b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwerky-72b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwq-32b"]	{"input_per_million_usd":"0.15","output_per_million_usd":"0.2"}
["qwq-32b-arliai-rpr-v1:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["qwq-32b-preview"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["qwq-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["r1-1776"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["raifle/sorcererlm-8x22b"]	{"input_per_million_usd":"4.5","output_per_million_usd":"4.5"}
["reka-flash-3:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["rekaai/reka-edge"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}	16384
["rekaai/reka-flash-3"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.2"}	65536
["rekaai/reka-flash-3:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["relace/relace-apply-3"]	{"input_per_million_usd":"0.85","output_per_million_usd":"1.25"}	256000
["relace/relace-search"]	{"input_per_million_usd":"1","output_per_million_usd":"3"}	256000
["sao10k/fimbulvetr-11b-v2"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["sao10k/l3-euryale-70b"]	{"input_per_million_usd":"1.48","output_per_million_usd":"1.48"}
["sao10k/l3-lunaris-8b"]	{"input_per_million_usd":"0.02","output_per_million_usd":"0.05"}	8192
["sao10k/l3.1-70b-hanami-x1"]	{"input_per_million_usd":"3","output_per_million_usd":"3"}
["sao10k/l3.1-euryale-70b"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.8"}
["sao10k/l3.3-euryale-70b"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.8"}	131072
["sarvam-m:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["scb10x/llama3.1-typhoon2-70b-instruct"]	{"input_per_million_usd":"0.88","output_per_million_usd":"0.88"}
["scb10x/llama3.1-typhoon2-8b-instruct"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["shisa-ai/shisa-v2-llama3.3-70b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["shisa-v2-llama3.3-70b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["sonar-reasoning"]	{"input_per_million_usd":"1","output_per_million_usd":"5"}
["sophosympatheia/midnight-rose-70b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["sophosympatheia/rogue-rose-103b-v0.2:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["sorcererlm-8x22b"]	{"input_per_million_usd":"4.5","output_per_million_usd":"4.5"}
["spotlight"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["steelskull/l3.3-electra-r1-70b"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.95"}
["stepfun/step-3.5-flash"]	{"input_per_million_usd":"0.09","cached_input_per_million_usd":"0.02","output_per_million_usd":"0.3"}	262144
["stepfun/step-3.7-flash"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.04","output_per_million_usd":"1.15"}
["switchpoint/router"]	{"input_per_million_usd":"0.85","output_per_million_usd":"3.4"}
["tencent/hunyuan-a13b-instruct"]	{"input_per_million_usd":"0.14","output_per_million_usd":"0.57"}	131072
["tencent/hy3-preview"]	{"input_per_million_usd":"0.063","cached_input_per_million_usd":"0.021","output_per_million_usd":"0.21"}	262144
["thedrummer/anubis-pro-105b-v1"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1"}
["thedrummer/cydonia-24b-v4.1"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.15","output_per_million_usd":"0.5"}	131072
["thedrummer/rocinante-12b"]	{"input_per_million_usd":"0.25","output_per_million_usd":"0.5"}
["thedrummer/skyfall-36b-v2"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.8"}	32768
["thedrummer/unslopnemo-12b"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.5"}
["thudm/glm-4-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["thudm/glm-z1-32b:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}
["toppy-m-7b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}
["undi95/remm-slerp-l2-13b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"1.2"}	6144
["undi95/toppy-m-7b"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.07"}
["upstage/solar-pro-3"]	{"input_per_million_usd":"0.15","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.6"}	131072
["valkyrie-49b-v1"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.8"}
["virtuoso-medium-v2"]	{"input_per_million_usd":"0.5","output_per_million_usd":"0.8"}
["writer/palmyra-x5"]	{"input_per_million_usd":"0.6","output_per_million_usd":"6"}	1040000
["x-ai/grok-2-1212"]	{"input_per_million_usd":"2","output_per_million_usd":"10"}
["x-ai/grok-2-vision-1212"]	{"input_per_million_usd":"2","output_per_million_usd":"10"}
["x-ai/grok-3-beta"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["x-ai/grok-3-mini-beta"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.5"}
["x-ai/grok-4-fast"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.5","above":[{"input_tokens":128000,"input_per_million_usd":"0.4","output_per_million_usd":"1"}]}	2000000
["x-ai/grok-4.1-fast:free"]	{"input_per_million_usd":"0","output_per_million_usd":"0"}	2000000
["x-ai/grok-4.20"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.2","output_per_million_usd":"2.5"}	2000000
["x-ai/grok-4.20-multi-agent"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.2","output_per_million_usd":"6"}	2000000
["x-ai/grok-4.3","/^x-ai/grok-4\\.3-\\d{8}$/"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.2","output_per_million_usd":"2.5"}	1000000
["x-ai/grok-beta"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}
["x-ai/grok-build-0.1"]	{"input_per_million_usd":"1","cached_input_per_million_usd":"0.2","output_per_million_usd":"2"}	256000
["x-ai/grok-code-fast-1"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.5"}	256000
["x-ai/grok-vision-beta"]	{"input_per_million_usd":"5","output_per_million_usd":"15"}
["xiaomi/mimo-v2-flash"]	{"input_per_million_usd":"0.1","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.3"}
["xiaomi/mimo-v2.5"]	{"input_per_million_usd":"0.14","cached_input_per_million_usd":"0.0028","output_per_million_usd":"0.28"}
["xiaomi/mimo-v2.5-pro"]	{"input_per_million_usd":"0.435","cached_input_per_million_usd":"0.0036","output_per_million_usd":"0.87"}
["xwin-lm/xwin-lm-70b"]	{"input_per_million_usd":"3.75","output_per_million_usd":"3.75"}
["yi-large"]	{"input_per_million_usd":"3","output_per_million_usd":"3"}
["z-ai/glm-4.5"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.11","output_per_million_usd":"2.2"}	131072
["z-ai/glm-4.5-air"]	{"input_per_million_usd":"0.125","cached_input_per_million_usd":"0.06","output_per_million_usd":"0.85"}	131072
["z-ai/glm-4.5v"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.11","output_per_million_usd":"1.8"}	65536
["z-ai/glm-4.6"]	{"input_per_million_usd":"0.43","cached_input_per_million_usd":"0.08","output_per_million_usd":"1.74"}
["z-ai/glm-4.6v"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.9"}	131072
["z-ai/glm-4.7"]	{"input_per_million_usd":"0.4","cached_input_per_million_usd":"0.08","output_per_million_usd":"1.75"}
["z-ai/glm-4.7-flash","z-ai/glm-4.7-flash-20260119"]	{"input_per_million_usd":"0.06","cached_input_per_million_usd":"0.01","output_per_million_usd":"0.4"}
["z-ai/glm-5","z-ai/glm-5-20260211"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.12","output_per_million_usd":"1.92"}
["z-ai/glm-5-turbo","z-ai/glm-5-turbo-20260315"]	{"input_per_million_usd":"1.2","cached_input_per_million_usd":"0.24","output_per_million_usd":"4"}	202752
["z-ai/glm-5.1","z-ai/glm-5.1-20260406"]	{"input_per_million_usd":"0.98","cached_input_per_million_usd":"0.182","output_per_million_usd":"3.08"}
["z-ai/glm-5.2","z-ai/glm-5.2-20260616"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.26","output_per_million_usd":"4.4"}	1048576
["z-ai/glm-5.3","z-ai/glm-5.3-20260816"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.26","output_per_million_usd":"4.4"}	1048576
["z-ai/glm-5.3-flash"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.25"}	1310720
["~anthropic/claude-fable-latest"]	{"input_per_million_usd":"10","cache_write_per_million_usd":"12.5","cached_input_per_million_usd":"1","output_per_million_usd":"50"}	1000000
["~anthropic/claude-haiku-latest"]	{"input_per_million_usd":"1","cache_write_per_million_usd":"1.25","cached_input_per_million_usd":"0.1","output_per_million_usd":"5"}	200000
["~anthropic/claude-opus-latest"]	{"input_per_million_usd":"4","cache_write_per_million_usd":"5","cached_input_per_million_usd":"0.2","output_per_million_usd":"20"}	1000000
["~anthropic/claude-sonnet-latest"]	{"input_per_million_usd":"3","cache_write_per_million_usd":"3.75","cached_input_per_million_usd":"0.3","output_per_million_usd":"15"}	1000000
["~google/gemini-flash-latest"]	{"input_per_million_usd":"1.5","cache_write_per_million_usd":"0.083333333333","cached_input_per_million_usd":"0.15","output_per_million_usd":"9"}	1048576
["~google/gemini-pro-latest"]	{"input_per_million_usd":"2","cache_write_per_million_usd":"0.375","cached_input_per_million_usd":"0.2","output_per_million_usd":"12"}	1048576
["~moonshotai/kimi-latest"]	{"input_per_million_usd":"0.68","cached_input_per_million_usd":"0.34","output_per_million_usd":"3.41"}	1048576
["~openai/gpt-latest"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"0.5","output_per_million_usd":"30"}	1050000
["~openai/gpt-mini-latest"]	{"input_per_million_usd":"0.75","cached_input_per_million_usd":"0.075","output_per_million_usd":"4.5"}	400000` },
  "ovhcloud": { address: "https://oai\\.endpoints\\.kepler\\.ai\\.cloud\\.ovh\\.net", others: [], text: String.raw`["deepseek-r1-distill-llama-70b","deepseek-r1-distill-llama-70b"]	{"input_per_million_usd":"0.74","output_per_million_usd":"0.74"}	131072
["llama-3.1-8b-instruct","llama-3.1-8b-instruct"]	{"input_per_million_usd":"0.11","output_per_million_usd":"0.11"}	131072
["meta-llama-3_3-70b-instruct","meta-llama-3_3-70b-instruct"]	{"input_per_million_usd":"0.74","output_per_million_usd":"0.74"}	131072
["mistral-7b-instruct-v0.3","mistral-7b-instruct-v0.3"]	{"input_per_million_usd":"0.11","output_per_million_usd":"0.11"}	65536
["mistral-nemo-instruct-2407","mistral-nemo-instruct-2407"]	{"input_per_million_usd":"0.14","output_per_million_usd":"0.14"}	65536
["mistral-small-3.2-24b-instruct-2506","mistral-small-3.2-24b-instruct-2506"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.31"}	131072
["mixtral-8x7b-instruct-v0.1","mixtral-8x7b-instruct-v0.1"]	{"input_per_million_usd":"0.7","output_per_million_usd":"0.7"}	32768
["qwen2.5-vl-72b-instruct","qwen2.5-vl-72b-instruct"]	{"input_per_million_usd":"1.01","output_per_million_usd":"1.01"}	32768
["qwen3-32b","qwen3-32b"]	{"input_per_million_usd":"0.09","output_per_million_usd":"0.25"}	32768
["qwen3-coder-30b-a3b-instruct","qwen3-coder-30b-a3b-instruct"]	{"input_per_million_usd":"0.07","output_per_million_usd":"0.26"}	262144
["bge-base-en-v1.5"]	{"input_per_million_usd":"0.01"}	512
["bge-m3"]	{"input_per_million_usd":"0.01"}	8192
["bge-multilingual-gemma2"]	{"input_per_million_usd":"0.01"}	8192
["gpt-oss-120b"]	{"input_per_million_usd":"0.09","output_per_million_usd":"0.47"}	131072
["gpt-oss-20b"]	{"input_per_million_usd":"0.05","output_per_million_usd":"0.18"}	131072` },
  "perplexity": { address: "https://api\\.perplexity\\.ai", others: [], text: String.raw`["llama-3.1-sonar-large-128k-online"]	{"input_per_million_usd":"1","output_per_million_usd":"1"}
["llama-3.1-sonar-small-128k-online"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["r1-1776"]	{"input_per_million_usd":"2","output_per_million_usd":"8"}
["sonar"]	{"input_per_million_usd":"1","output_per_million_usd":"1","request_usd":"0.012"}	128000
["sonar-deep-research"]	{"input_per_million_usd":"2","output_per_million_usd":"8","reasoning_per_million_usd":"3","search_usd":"0.005"}	128000
["sonar-pro"]	{"input_per_million_usd":"3","output_per_million_usd":"15","request_usd":"0.014"}	200000
["sonar-pro-search"]	{"input_per_million_usd":"3","output_per_million_usd":"15"}
["sonar-reasoning"]	{"input_per_million_usd":"1","output_per_million_usd":"5","request_usd":"0.012"}
["sonar-reasoning-pro"]	{"input_per_million_usd":"2","output_per_million_usd":"8","request_usd":"0.014"}	128000` },
  "together": { address: "https://api\\.together\\.xyz", others: [], text: String.raw`["austism/chronos-hermes-13b"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["gryphe/mythomax-l2-13b"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["nexusflow/nexusraven-v2-13b"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["nousresearch/nous-capybara-7b-v1p9"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["nousresearch/nous-hermes-2-mixtral-8x7b-dpo"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["nousresearch/nous-hermes-2-mixtral-8x7b-sft"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["nousresearch/nous-hermes-2-yi-34b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["nousresearch/nous-hermes-llama2-13b"]	{"input_per_million_usd":"0.225","output_per_million_usd":"0.225"}
["nousresearch/nous-hermes-llama-2-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["open-orca/mistral-7b-openorca"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["qwen/qwen1.5-0.5b","qwen/qwen1.5-0.5b-chat"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["qwen/qwen1.5-1.8b","qwen/qwen1.5-1.8b-chat"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["qwen/qwen1.5-14b","qwen/qwen1.5-14b-chat"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["qwen/qwen1.5-4b","qwen/qwen1.5-4b-chat"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["qwen/qwen1.5-72b"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["qwen/qwen1.5-7b","qwen/qwen1.5-7b-chat"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["undi95/remm-slerp-l2-13b"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["undi95/toppy-m-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["wizardlm/wizardlm-13b-v1.2"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["allenai/olmo-7b","allenai/olmo-7b-instruct","allenai/olmo-7b-twin-2t"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["codellama/codellama-13b-instruct-hf"]	{"input_per_million_usd":"0.225","output_per_million_usd":"0.225"}
["codellama/codellama-34b-instruct-hf"]	{"input_per_million_usd":"0.776","output_per_million_usd":"0.776"}
["codellama/codellama-70b-instruct-hf"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["codellama/codellama-7b-instruct-hf"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["deepseek-ai/deepseek-coder-33b-instruct"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["garage-baind/platypus2-70b-instruct"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["google/gemma-2b","google/gemma-2b-it"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["google/gemma-7b","google/gemma-7b-it"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["lmsys/vicuna-13b-v1.5"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["lmsys/vicuna-7b-v1.5"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["meta-llama/llama-2-13b-chat-hf"]	{"input_per_million_usd":"0.225","output_per_million_usd":"0.225"}
["meta-llama/llama-2-70b-chat-hf"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["meta-llama/llama-2-7b-chat-hf"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["meta-llama/llama-3-70b-chat-hf"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["meta-llama/llama-3-8b-chat-hf"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["meta-llama/llama-3.3-70b-instruct-turbo"]	{"input_per_million_usd":"0.88","output_per_million_usd":"0.88"}
["meta-llama/llama-4-maverick-17b-128e-instruct-fp8"]	{"input_per_million_usd":"0.27","output_per_million_usd":"0.85"}
["meta-llama/llama-4-scout-17b-16e-instruct"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.59"}
["meta-llama/meta-llama-3-70b-instruct-lite"]	{"input_per_million_usd":"0.54","output_per_million_usd":"0.54"}
["meta-llama/meta-llama-3-70b-instruct-turbo"]	{"input_per_million_usd":"0.88","output_per_million_usd":"0.88"}
["meta-llama/meta-llama-3-8b-instruct-lite"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["meta-llama/meta-llama-3-8b-instruct-turbo"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["meta-llama/meta-llama-3.1-405b-instruct-turbo"]	{"input_per_million_usd":"3.5","output_per_million_usd":"3.5"}
["meta-llama/meta-llama-3.1-70b-instruct-turbo"]	{"input_per_million_usd":"0.88","output_per_million_usd":"0.88"}
["meta-llama/meta-llama-3.1-8b-instruct-turbo"]	{"input_per_million_usd":"0.18","output_per_million_usd":"0.18"}
["meta-llama/meta-llama-3.3-70b-instruct-turbo"]	{"input_per_million_usd":"0.88","output_per_million_usd":"0.88"}
["microsoft/wizardlm-2-8x22b"]	{"input_per_million_usd":"1.2","output_per_million_usd":"1.2"}
["microsoft/phi-2"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["mistralai/mistral-7b-instruct-v0.1"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["mistralai/mistral-7b-instruct-v0.2"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["mistralai/mistral-7b-v0.1"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["mistralai/mixtral-8x22b-instruct-v0.1"]	{"input_per_million_usd":"2.4","output_per_million_usd":"2.4"}
["mistralai/mixtral-8x7b-instruct-v0.1"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["mistralai/mixtral-8x7b-v0.1"]	{"input_per_million_usd":"0.9","output_per_million_usd":"0.9"}
["openchat/openchat-3.5-1210"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["snorkelai/snorkel-mistral-pairrm-dpo"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["teknium/openhermes-2-mistral-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["teknium/openhermes-2p5-mistral-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/gpt-jt-moderation-6b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/llama-2-7b-32k-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/redpajama-incite-7b-base"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/redpajama-incite-7b-chat"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/redpajama-incite-7b-instruct"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/redpajama-incite-base-3b-v1"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["togethercomputer/redpajama-incite-chat-3b-v1"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["togethercomputer/redpajama-incite-instruct-3b-v1"]	{"input_per_million_usd":"0.1","output_per_million_usd":"0.1"}
["togethercomputer/stripedhyena-hessian-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/stripedhyena-nous-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["togethercomputer/alpaca-7b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}
["upstage/solar-10.7b-instruct-v1.0"]	{"input_per_million_usd":"0.3","output_per_million_usd":"0.3"}
["zero-one-ai/yi-34b"]	{"input_per_million_usd":"0.8","output_per_million_usd":"0.8"}
["zero-one-ai/yi-6b"]	{"input_per_million_usd":"0.2","output_per_million_usd":"0.2"}` },
  "voyageai": { address: "https://api\\.voyageai\\.com", others: [], text: String.raw`["voyage-01"]	{"input_per_million_usd":"0.1"}
["voyage-02"]	{"input_per_million_usd":"0.1"}
["voyage-2"]	{"input_per_million_usd":"0.1"}
["voyage-3"]	{"input_per_million_usd":"0.06"}
["voyage-3-large"]	{"input_per_million_usd":"0.18"}
["voyage-3-lite"]	{"input_per_million_usd":"0.02"}
["voyage-3.5"]	{"input_per_million_usd":"0.06"}
["voyage-3.5-lite"]	{"input_per_million_usd":"0.02"}
["voyage-4"]	{"input_per_million_usd":"0.06"}
["voyage-4-large"]	{"input_per_million_usd":"0.12"}
["voyage-4-lite"]	{"input_per_million_usd":"0.02"}
["voyage-code-2"]	{"input_per_million_usd":"0.12"}
["voyage-code-3"]	{"input_per_million_usd":"0.18"}
["voyage-context-3"]	{"input_per_million_usd":"0.18"}
["voyage-finance-2"]	{"input_per_million_usd":"0.12"}
["voyage-large-2"]	{"input_per_million_usd":"0.12"}
["voyage-large-2-instruct"]	{"input_per_million_usd":"0.12"}
["voyage-law-2"]	{"input_per_million_usd":"0.12"}
["voyage-lite-01"]	{"input_per_million_usd":"0.1"}
["voyage-lite-01-instruct"]	{"input_per_million_usd":"0.1"}
["voyage-lite-02-instruct"]	{"input_per_million_usd":"0.1"}
["voyage-multilingual-2"]	{"input_per_million_usd":"0.12"}` },
  "x-ai": { address: "https://api\\.x\\.ai", others: [], text: String.raw`["grok-2-1212","grok-2","grok-2-latest"]	{"input_per_million_usd":"2","output_per_million_usd":"10"}	32768
["grok-2-vision-1212","grok-2-vision","grok-2-vision-latest"]	{"input_per_million_usd":"2","output_per_million_usd":"10"}	32768
["grok-3","grok-3-latest","grok-3-beta"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.75","output_per_million_usd":"15"}	131072
["grok-3-fast","grok-3-fast-latest","grok-3-fast-beta"]	{"input_per_million_usd":"5","cached_input_per_million_usd":"1.25","output_per_million_usd":"25"}	131072
["grok-3-mini","grok-3-mini-beta","grok-3-mini-latest"]	{"input_per_million_usd":"0.3","cached_input_per_million_usd":"0.075","output_per_million_usd":"0.5"}	131072
["grok-3-mini-fast","grok-3-mini-fast-beta","grok-3-mini-fast-latest"]	{"input_per_million_usd":"0.6","cached_input_per_million_usd":"0.15","output_per_million_usd":"4"}	131072
["grok-4-0709","grok-4","grok-4-latest"]	{"input_per_million_usd":"3","cached_input_per_million_usd":"0.75","output_per_million_usd":"15"}	256000
["grok-4-1-fast-non-reasoning","grok-4-1-fast-non-reasoning-latest"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.5"}	2000000
["grok-4-1-fast","grok-4-1-fast-reasoning","grok-4-1-fast-reasoning-latest"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.5"}	2000000
["grok-4-fast-non-reasoning","grok-4-fast-non-reasoning-latest"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.5"}	2000000
["grok-4-fast","grok-4-fast-reasoning","grok-4-fast-reasoning-latest"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.05","output_per_million_usd":"0.5"}	2000000
["grok-4.20"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.2","output_per_million_usd":"2.5","above":[{"input_tokens":199999,"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.4","output_per_million_usd":"5"}]}	1000000
["grok-4.20-multi-agent"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.2","output_per_million_usd":"6"}	1000000
["grok-4.3","/^grok-4\\.3-\\d{8}$/","x-ai/grok-4.3","/^x-ai/grok-4\\.3-\\d{8}$/","grok-4.3-latest"]	{"input_per_million_usd":"1.25","cached_input_per_million_usd":"0.2","output_per_million_usd":"2.5","above":[{"input_tokens":199999,"input_per_million_usd":"2.5","cached_input_per_million_usd":"0.4","output_per_million_usd":"5"}]}	1000000
["grok-4.5","/^grok-4\\.5-\\d{8}$/","x-ai/grok-4.5","/^x-ai/grok-4\\.5-\\d{8}$/","grok-4.5-latest","grok-latest"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.3","output_per_million_usd":"6","above":[{"input_tokens":199999,"input_per_million_usd":"4","cached_input_per_million_usd":"0.6","output_per_million_usd":"12"}]}	500000
["grok-4.6","/^grok-4\\.6-\\d{8}$/","x-ai/grok-4.6","/^x-ai/grok-4\\.6-\\d{8}$/","grok-4.6-latest"]	{"input_per_million_usd":"2","cached_input_per_million_usd":"0.5","output_per_million_usd":"6","above":[{"input_tokens":199999,"input_per_million_usd":"4","cached_input_per_million_usd":"1","output_per_million_usd":"12"}]}	500000
["grok-build-0.1"]	{"input_per_million_usd":"1","cached_input_per_million_usd":"0.2","output_per_million_usd":"2","above":[{"input_tokens":199999,"input_per_million_usd":"2","cached_input_per_million_usd":"0.4","output_per_million_usd":"4"}]}	256000
["grok-code-fast","grok-code-fast-1","grok-code-fast-1-0825"]	{"input_per_million_usd":"0.2","cached_input_per_million_usd":"0.02","output_per_million_usd":"1.5"}	256000` },
  "zai": { address: "https://api\\.z\\.ai", others: [], text: String.raw`["glm-5.2","glm-5.2"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.26","output_per_million_usd":"4.4"}	1000000
["glm-5.3","glm-5.3"]	{"input_per_million_usd":"1.4","cached_input_per_million_usd":"0.26","output_per_million_usd":"4.4"}	1000000
["glm-5.3-flash","glm-5.3-flash"]	{"input_per_million_usd":"0.075","cached_input_per_million_usd":"0.015","output_per_million_usd":"0.25"}	1000000` },
  "zhipuai": { address: "https://open\\.bigmodel\\.cn", others: [], text: String.raw`["glm-4-air","glm-4-air"]	{"input_per_million_usd":"0.069","cached_input_per_million_usd":"0.034","output_per_million_usd":"0.069"}	128000
["glm-4-airx","glm-4-airx"]	{"input_per_million_usd":"1.379","output_per_million_usd":"1.379"}	8000
["glm-4-assistant","glm-4-assistant"]	{"input_per_million_usd":"0.69","output_per_million_usd":"0.69"}	128000
["glm-4-flashx-250414","glm-4-flashx-250414"]	{"input_per_million_usd":"0.014","cached_input_per_million_usd":"0.007","output_per_million_usd":"0.014"}	128000
["glm-4-long","glm-4-long"]	{"input_per_million_usd":"0.138","cached_input_per_million_usd":"0.069","output_per_million_usd":"0.138"}	1000000
["glm-4-plus","glm-4-plus"]	{"input_per_million_usd":"0.69","cached_input_per_million_usd":"0.345","output_per_million_usd":"0.69"}	128000
["glm-4.5-air","glm-4.5-air"]	{"input_per_million_usd":"0.11","cached_input_per_million_usd":"0.022","output_per_million_usd":"0.276"}	128000
["glm-4.7","glm-4.7"]	{"input_per_million_usd":"0.276","cached_input_per_million_usd":"0.055","output_per_million_usd":"1.103"}	200000
["glm-4.7-flashx","glm-4.7-flashx"]	{"input_per_million_usd":"0.069","cached_input_per_million_usd":"0.014","output_per_million_usd":"0.414"}	200000
["glm-5","glm-5"]	{"input_per_million_usd":"0.552","cached_input_per_million_usd":"0.138","output_per_million_usd":"2.483"}	200000
["glm-5-turbo","glm-5-turbo"]	{"input_per_million_usd":"0.69","cached_input_per_million_usd":"0.166","output_per_million_usd":"3.034"}	200000
["glm-5.1","glm-5.1","glm-5.1-20260406","glm-5.1-20260406"]	{"input_per_million_usd":"0.828","cached_input_per_million_usd":"0.179","output_per_million_usd":"3.31"}	200000
["glm-5.2","glm-5.2"]	{"input_per_million_usd":"1.103","cached_input_per_million_usd":"0.276","output_per_million_usd":"3.862"}	1000000
["glm-5.3","glm-5.3"]	{"input_per_million_usd":"1.103","cached_input_per_million_usd":"0.276","output_per_million_usd":"3.862"}	1000000
["glm-5.3-flash","glm-5.3-flash"]	{"input_per_million_usd":"0.055","cached_input_per_million_usd":"0.016","output_per_million_usd":"0.193"}	1000000` },
}
