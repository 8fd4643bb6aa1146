import type { Trx } from '../tables.ts'

export async function chooseName(trx: Trx, uid: string, name: string): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ display_name: name, name_from: 'learner' })
    .where('uid', '=', uid)
    .execute()
}

/** @param address null: no picture, which is a choice too */
export async function choosePhoto(trx: Trx, uid: string, address: string | null): Promise<void> {
  await trx
    .updateTable('learner')
    .set({ photo_url: address, photo_from: 'learner' })
    .where('uid', '=', uid)
    .execute()
}
