import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { repositoryRoot } from '@rehearse/local-platform'
import { expect, test } from 'vitest'

/** The documents of the project; texts of questions and lessons have tests of their own. */
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: repositoryRoot, encoding: 'utf8' })
  .split('\n')
  .filter(
    (path) =>
      path !== '' && !/^(libs\/question-formats\/corpus|services\/questions\/content\/.+)\//.test(path),
  )

test('links between documents lead to files, and a link that names a file leads to that file', () => {
  const broken = documents.flatMap((document) => {
    const text = readFileSync(join(repositoryRoot, document), 'utf8').replaceAll(/^(`{3,})[\s\S]*?^\1/gm, '')
    return [...text.matchAll(/\[([^\]]*)\]\(([^)\s]+)\)/g)].flatMap(([link, label = '', target = '']) => {
      const [path = ''] = target.split('#')
      if (path === '' || /^(https?|mailto):/.test(target) || isCode(text, link)) return []
      const named = /^`([\w./-]+\.(?:ts|tsx|sql|md))`$/.exec(label)?.[1]
      const isThere = existsSync(join(repositoryRoot, dirname(document), path))
      return isThere && (named === undefined || basename(named) === basename(path))
        ? []
        : [`${document}: ${link}`]
    })
  })
  expect(documents.length).toBeGreaterThan(60)
  expect(broken).toEqual([])
})

/** An example of a link, in inline code. */
const isCode = (text: string, link: string) => text.includes(`\`!${link}\``) || text.includes(`\`${link}\``)
