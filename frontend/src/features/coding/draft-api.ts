import { ApiError } from '../../shared/api/api-error.ts'
import { learnerApi } from '../../shared/api/client.ts'
import { type Texts, textsOf, writtenFiles } from './code.ts'

/** The draft of the learner's account; without files if there is none. */
export interface AccountDraft {
  files: Texts
  /** 0 if there is none. */
  revision: number
}

export async function readDraft(id: string): Promise<AccountDraft> {
  const { draft } = await learnerApi.get(`/api/progress/challenges/${id}/draft`)
  return { files: textsOf(draft.files), revision: draft.revision }
}

/**
 * @param revision the one that the texts are based on
 * @returns the new revision; null if another device has changed the draft since
 */
export async function writeDraft(id: string, texts: Texts, revision: number): Promise<number | null> {
  const body = { files: writtenFiles(texts), revision }
  try {
    const { draft } = await learnerApi.put(`/api/progress/challenges/${id}/draft`, { body })
    return draft.revision
  } catch (error) {
    if (error instanceof ApiError && error.code === 'draft_conflict') return null
    throw error
  }
}
