import { append } from '../../../../libs/event-store/src/append.ts'

export const decide = () => append()
