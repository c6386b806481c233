import type { PlatformNewModel } from '../../generated/platform/model/index.js'

export type Modality = NonNullable<PlatformNewModel['modalities']>[number]

/** Kinds of content in messages, with their names for people. */
export const modalityTitles: Readonly<Record<Modality, string>> = {
  text: 'Text',
  image: 'Pictures',
  audio: 'Sound',
  video: 'Video',
  document: 'Documents',
}

export const modalityChoices = (Object.keys(modalityTitles) as readonly Modality[]).map((value) => ({
  value,
  label: modalityTitles[value],
}))
