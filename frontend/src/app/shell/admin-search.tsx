import { useState } from 'react'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { CommandPalette, useFoundQuestions } from './command-palette.tsx'
import { useCommandPaletteMessages } from './messages.en.ts'
import { caseFold } from './rank-matches.ts'

/** Finds admin pages by name, and questions by content. */
export default function AdminSearch({
  pages,
  onClose,
}: {
  pages: readonly { to: string; label: string }[]
  onClose: () => void
}) {
  const messages = useCommandPaletteMessages()
  const errorText = useErrorText()
  const [typed, setTyped] = useState('')
  const { questions, error, isFetching } = useFoundQuestions('admin', typed)
  const named = pages.filter(({ label }) => caseFold(label).includes(caseFold(typed)))
  return (
    <CommandPalette
      typed={typed}
      onType={setTyped}
      placeholder={messages.adminPlaceholder}
      sections={[
        { heading: messages.pages, items: named.map(({ to, label }) => ({ to, title: label })) },
        {
          heading: messages.questions,
          items: questions.map(({ id, title, category }) => ({
            to: `/admin/questions/unified?open=edit:${id}`,
            title,
            label: category,
          })),
        },
      ]}
      isSearching={isFetching}
      error={error ? errorText(error, messages.failed) : undefined}
      onClose={onClose}
    />
  )
}
