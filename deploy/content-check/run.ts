import { checkChallenges } from './check-challenges.ts'
import { checkContent, questionHash } from './check-content.ts'
import { checkLibrary } from './check-library.ts'
import { mutationSummary } from './check-mutants.ts'
import { challengeTable, duplicateProblems, libraryTable, questionTable, similarityLines } from './report.ts'
import { hashOf, readVerified, writeVerified } from './verified.ts'

/**
 * `npm run content:check`: proves the shipped content by running it, and reports path by path.
 * `npm run content:check -- react-mastery` checks question files whose names start with it,
 * `-- challenges` or `-- challenges todo-list tabs` only challenges with all their mutants, `-- library` only the library.
 */
const content = new URL('../../services/questions/content/', import.meta.url)
const [only, ...names] = process.argv.slice(2).flatMap((argument) => argument.split('/'))
const { stderr, stdout } = process

const problems: string[] = []
const verified: string[] = []
if (only !== 'challenges' && only !== 'library') {
  const report = await checkContent(
    new URL('questions/', content),
    progressOf('questions'),
    only && [only, ...names].join('/'),
  )
  print(questionTable(report))
  print(similarityLines(report))
  problems.push(...report.problems, ...duplicateProblems(report.findings))
  verified.push(...report.findings.filter(({ state }) => state === 'proven').map(questionHash))
}
if (only === undefined || only === 'challenges') {
  const wanted = (id: string) => names.length === 0 || names.some((name) => id.startsWith(name))
  const report = await checkChallenges(content, {
    wanted,
    mutants: only === undefined ? 'changed' : 'all',
    say: progressOf('challenges'),
  })
  print(challengeTable(report))
  print([mutationSummary(report.mutations)])
  problems.push(...report.problems)
  const isProven = ({ id }: { id: string }) =>
    !report.problems.some((problem) => problem.startsWith(`${id}: `))
  verified.push(...report.challenges.filter(isProven).map(hashOf))
}
if (only === undefined || only === 'library') {
  const report = await checkLibrary(content)
  print(libraryTable(report))
  problems.push(...report.problems)
  verified.push(...report.hashes)
}
print(problems.map((problem) => `✗ ${problem}`))
// Tests run only what has changed since this run.
if (only === undefined && problems.length === 0) writeVerified(verified)
if (only === 'challenges') writeVerified([...readVerified(), ...verified])
process.exitCode = problems.length === 0 ? 0 : 1

function progressOf(what: string): (done: number, all: number) => void {
  return (done, all) => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${done === all ? '' : `${done} of ${all} ${what}`}`)
    else if (done % 100 === 0 || done === all) stderr.write(`${done} of ${all} ${what}\n`)
  }
}

function print(lines: readonly string[]): void {
  if (lines.length > 0) stdout.write(`${lines.join('\n')}\n\n`)
}
