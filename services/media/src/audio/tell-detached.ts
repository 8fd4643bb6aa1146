import { type AudioPlace, audioUrl, mediaSubjects } from '@rehearse/contracts'
import type { NewMessage } from '@rehearse/service-kit'

export const tellDetached = (place: AudioPlace, revision: number, by: string): NewMessage => ({
  subject: mediaSubjects.detached,
  type: 'AudioDetached',
  version: 1,
  data: { questionId: place.questionId, type: place.type, url: audioUrl(place), revision, by },
})
