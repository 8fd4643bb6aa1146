import { AUDIO_MAX_BYTES } from '@rehearse/contracts/constants'
import { type FeatureTables, useFeatureMessages } from '../../shared/i18n/feature-messages.ts'

export const audio = {
  title: 'Audio',
  lead: 'Audio for the questions on a learning path.',
  path: 'Learning path',
  choosePath: 'Choose a path...',
  question: 'Question',
  chooseQuestion: 'Choose a question...',
  heard: (heard: number, all: number) =>
    `${heard} of ${all} questions have audio. The dots show question and answer audio.`,
  questionsFailed: 'Failed to fetch questions',
  beginPath: 'Choose a learning path',
  beginQuestion: 'Choose a question',
  beginText: 'Then listen to its audio, record it here or upload a file.',
  none: 'No question on this path can have audio',
  noneText: 'Audio is for multiple-choice questions that have a text and at least one option.',
  nothingYet: 'No audio yet.',
  types: {
    question: {
      title: 'Question audio',
      choose: 'Choose a question audio file',
      send: 'Upload question audio',
      done: 'Question audio uploaded successfully!',
      failed: 'Failed to upload question audio',
    },
    answer: {
      title: 'Answer audio',
      choose: 'Choose an answer audio file',
      send: 'Upload answer audio',
      done: 'Answer audio uploaded successfully!',
      failed: 'Failed to upload answer audio',
    },
  },
  limits: `MP3, WAV, OGG, M4A, AAC or WebM, ${AUDIO_MAX_BYTES / 1024 ** 2} MB at most.`,
  record: 'Record',
  recording: (time: string) => `Recording ${time}`,
  stop: 'Stop recording',
  discard: 'Discard',
  uploading: 'Uploading...',
  replace: 'Replace',
  progress: 'Uploaded',
  cancelled: 'The upload was canceled.',
  missing: 'Please select a question and audio file',
  unexpected: 'An unexpected error occurred',
  deleteTitle: 'Delete audio',
  deleteConfirm: (audio: string, title: string) =>
    `Delete the ${audio.toLowerCase()} of "${title}"? You can restore it from the trash for 30 days.`,
  deleteFailed: 'Failed to delete audio file',
  fileErrors: {
    tooLarge: `File size must be less than ${AUDIO_MAX_BYTES / 1024 ** 2}MB`,
    unsupported: 'File type not supported. Please use MP3, WAV, OGG, M4A, AAC, or WebM',
  },
  recorderErrors: {
    denied: 'Microphone access is blocked. Allow it in the browser, then try again.',
    noMicrophone: 'No microphone was found.',
    unsupported: 'This browser cannot record here. Choose a file instead.',
  },
  kilobytes: (size: string) => `${size} kB`,
  play: (label: string) => `Play: ${label}`,
  pause: (label: string) => `Pause: ${label}`,
  position: (label: string) => `Position: ${label}`,
  unplayable: 'This browser can’t play this file.',
}

export type AudioMessages = typeof audio

const tables: FeatureTables<AudioMessages> = {
  en: () => audio,
  ar: async () => (await import('./messages.ar.ts')).audio,
}

export const useAudioMessages = () => useFeatureMessages(tables)
