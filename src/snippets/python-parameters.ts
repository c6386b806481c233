/**
 * The keyword arguments of the libraries' `create` functions (openai, anthropic), which refuse others; those go into `extra_body`.
 * The Node libraries send every member.
 */
export const pythonParameters = {
  'chat-completions': [
    ...['model', 'messages', 'audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs', 'max_completion_tokens'],
    ...['max_tokens', 'metadata', 'modalities', 'n', 'parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key'],
    ...['prompt_cache_retention', 'reasoning_effort', 'response_format', 'safety_identifier', 'seed', 'service_tier', 'stop', 'store'],
    ...['stream', 'stream_options', 'temperature', 'tool_choice', 'tools', 'top_logprobs', 'top_p', 'user', 'verbosity'],
    ...['web_search_options'],
  ],
  responses: [
    ...['model', 'input', 'background', 'conversation', 'include', 'instructions', 'max_output_tokens', 'max_tool_calls', 'metadata'],
    ...['parallel_tool_calls', 'previous_response_id', 'prompt', 'prompt_cache_key', 'prompt_cache_retention', 'reasoning'],
    ...['safety_identifier', 'service_tier', 'store', 'stream', 'stream_options', 'temperature', 'text', 'tool_choice', 'tools'],
    ...['top_logprobs', 'top_p', 'truncation', 'user'],
  ],
  messages: [
    ...['model', 'max_tokens', 'messages', 'metadata', 'service_tier', 'stop_sequences', 'stream', 'system', 'temperature', 'thinking'],
    ...['tool_choice', 'tools', 'top_k', 'top_p'],
  ],
} as const
