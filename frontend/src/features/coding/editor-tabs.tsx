import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { useMessages } from '../../shared/i18n/locale.ts'
import CodeEditor from '../../shared/ui/code-editor.tsx'
import { type CodeLanguage, languageNames } from '../../shared/ui/code-language.ts'
import { LibraryLocale } from '../../shared/ui/library-locale.tsx'
import tabs from '../../shared/ui/tabs.module.css'
import type { ChallengeCode } from './code.ts'
import styles from './editor-tabs.module.css'
import { useCodingMessages } from './messages.en.ts'

/**
 * An editor per language. All stay mounted, hidden ones too, so that each keeps its scroll position and undo history.
 */
export default function EditorTabs({
  languages,
  first,
  code,
  onEdit,
  onRun,
}: {
  languages: readonly CodeLanguage[]
  first: CodeLanguage
  code: ChallengeCode
  onEdit: (language: CodeLanguage, text: string) => void
  onRun: () => void
}) {
  const coding = useCodingMessages()
  const { codeEditor } = useMessages()
  return (
    <LibraryLocale>
      <Tabs defaultSelectedKey={first}>
        <TabList aria-label={coding.editorLabel} className={tabs.list ?? ''}>
          {languages.map((language) => (
            <Tab key={language} id={language} className={tabs.tab ?? ''}>
              {languageNames[language]}
            </Tab>
          ))}
        </TabList>
        {languages.map((language) => (
          <TabPanel key={language} id={language} shouldForceMount className={styles.panel ?? ''}>
            <CodeEditor
              language={language}
              initial={code[language]}
              label={languageNames[language]}
              hint={codeEditor.hint}
              block
              onChange={(text) => onEdit(language, text)}
              onRun={onRun}
            />
          </TabPanel>
        ))}
      </Tabs>
    </LibraryLocale>
  )
}
