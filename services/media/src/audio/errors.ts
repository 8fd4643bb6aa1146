import { DomainError, uploadAudio } from '@rehearse/contracts'

/** The file isn't audio, or is damaged. `why` is a sentence for the admin, not a code. */
export const notAudio = (why: string) =>
  new DomainError({
    kind: 'unsupported',
    code: 'invalid_audio',
    message: 'Invalid file type. Only audio files are allowed.',
    details: [{ path: 'file', message: why }],
  })

/** The file is audio, but in a format that not every browser plays. */
export const unsupportedAudio = () =>
  new DomainError({
    kind: 'unsupported',
    code: 'unsupported_audio',
    message: 'File type not supported. Please use MP3, WAV, OGG, M4A, AAC, or WebM',
  })

export const audioTooLarge = () => new DomainError({ kind: 'too-large', ...uploadAudio.tooLarge })

export const fileMissing = () =>
  new DomainError({
    kind: 'invalid',
    code: 'file_required',
    message: 'Please select a question and audio file',
    details: [{ path: 'file', message: 'is missing' }],
  })

export const questionIdMissing = () =>
  new DomainError({
    kind: 'invalid',
    code: 'question_id_required',
    message: 'Question ID is required for audio upload',
    details: [{ path: 'questionId', message: 'is missing' }],
  })

export const typeInvalid = () =>
  new DomainError({
    kind: 'invalid',
    code: 'invalid_request',
    message: 'Invalid request: type must be question or answer',
    details: [{ path: 'type', message: 'must be question or answer' }],
  })

export const questionNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'question_not_found', message: 'Question not found' })

export const audioNotFound = () =>
  new DomainError({ kind: 'not-found', code: 'audio_not_found', message: 'Audio file not found' })

export const audioChanged = () =>
  new DomainError({
    kind: 'stale',
    code: 'precondition_failed',
    message: 'The audio file is not the requested version',
  })
