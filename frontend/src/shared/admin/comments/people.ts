import { useQuery } from '@tanstack/react-query'
import { editorsQuery, useAdminSelf } from '../admin-self.ts'
import { useCommentMessages } from './messages.en.ts'

/** An admin account, as far as everyone with one may know. */
export interface Editor {
  id: string
  name: string
  isActive: boolean
}

/** Everyone with an admin account, and their names; a deleted comment and an unknown account have none. */
export function usePeople() {
  const messages = useCommentMessages()
  const self = useAdminSelf()
  const { data: people = [] } = useQuery(editorsQuery)
  const nameOf = (id: string | null) => people.find((one) => one.id === id)?.name ?? messages.someone
  return {
    self,
    nameOf,
    nameOrYou: (id: string | null) => (id === self.id ? messages.you : nameOf(id)),
    all: people,
    others: people.filter(({ id, isActive }) => isActive && id !== self.id),
  }
}
