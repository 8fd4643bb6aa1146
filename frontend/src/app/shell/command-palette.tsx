import { TEXT_MAX } from '@rehearse/contracts/constants'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { Header } from 'react-aria-components/Header'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox'
import { SearchField } from 'react-aria-components/SearchField'
import { useNavigate } from 'react-router'
import { inOwnLanguage } from '../../shared/api/catalogue.ts'
import { adminApi, learnerApi } from '../../shared/api/client.ts'
import { keyboardScrollable } from '../../shared/ui/keyboard.ts'
import { useErrorText } from '../../shared/ui/load-failed.tsx'
import { InlineCode } from '../../shared/ui/markdown/inline-code.tsx'
import Modal from '../../shared/ui/modal.tsx'
import { useSettled } from '../../shared/ui/use-settled.ts'
import styles from './command-palette.module.css'
import { useCommandPaletteMessages } from './messages.en.ts'

export interface CommandPaletteProps {
  area: Area
  pages: readonly { to: string; label: string }[]
  onClose: () => void
}

/** Pages by their names and questions by what stands in them; arrows choose, Enter opens. */
export default function CommandPalette({ area, pages, onClose }: CommandPaletteProps) {
  const messages = useCommandPaletteMessages()
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { data: questions = [], error, isFetching } = useFoundQuestions(area, typed)
  const named = pages.filter(({ label }) => folded(label).includes(folded(typed.trim())))
  const found = typed.trim() === '' ? [] : questions
  const open = (to: string) => {
    onClose()
    void navigate(to)
  }
  return (
    <Modal title={messages.title} onClose={onClose}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField aria-label={messages.placeholder} autoFocus>
          <Input
            className={styles.input ?? ''}
            placeholder={messages.placeholder}
            maxLength={TEXT_MAX.search}
          />
        </SearchField>
        <div className={styles.list} {...keyboardScrollable}>
          <ListBox
            aria-label={messages.found}
            selectionMode="none"
            onAction={(key) => open(String(key))}
            className={styles.found ?? ''}
            renderEmptyState={() => (
              <p className={styles.quiet}>{isFetching ? messages.searching : messages.nothing}</p>
            )}
          >
            {named.length > 0 && (
              <ListBoxSection className={styles.section ?? ''}>
                <Header className={styles.heading ?? ''}>{messages.pages}</Header>
                {named.map(({ to, label }) => (
                  <ListBoxItem key={to} id={to} textValue={label} className={styles.item ?? ''}>
                    {label}
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            )}
            {found.length > 0 && (
              <ListBoxSection className={styles.section ?? ''}>
                <Header className={styles.heading ?? ''}>{messages.questions}</Header>
                {found.map(({ id, title, category }) => (
                  <ListBoxItem
                    key={id}
                    id={addressOf[area](id)}
                    textValue={title}
                    className={styles.item ?? ''}
                  >
                    <span dir="auto">
                      <InlineCode text={title} />
                    </span>
                    <small dir="auto">{category}</small>
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            )}
          </ListBox>
        </div>
      </Autocomplete>
      {error && (
        <p role="alert" className={styles.quiet}>
          {errorText(error, messages.failed)}
        </p>
      )}
    </Modal>
  )
}

const folded = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

type Area = 'admin' | 'learner'

/** Milliseconds without a key before anybody is asked. */
const PAUSE = 200
const SHOWN = 8

/** Where a question is opened. */
const addressOf: Readonly<Record<Area, (id: string) => string>> = {
  admin: (id) => `/admin/questions/unified?open=edit:${id}`,
  learner: (id) => `/questions?question=${id}`,
}

/** The questions that are found by what was typed, best first; none for an empty term. */
function useFoundQuestions(area: Area, typed: string) {
  const term = useSettled(typed.trim(), PAUSE)
  const api = area === 'admin' ? adminApi : learnerApi
  return useQuery({
    queryKey: [area, 'command-palette', term],
    queryFn: async ({ signal }) => {
      const query = { search: term, pageSize: SHOWN, ...(area === 'learner' && inOwnLanguage()) }
      const path = '/api/questions/unified/search'
      return (await api.get(path, { query, signal })).data
    },
    enabled: term !== '',
    // What was found before stays while the next is looked for.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
