// The build replaces this file by one that reads what it returns from a file (scripts/build/vocabulary.mjs).
import tokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { packVocabulary } from './vocabulary.ts'

/** The vocabulary of o200k_base, packed. */
export function o200k(): Uint8Array {
  return packVocabulary(tokens)
}
