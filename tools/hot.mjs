// Files that sit in more than 5 % of the last 2,000 commits: the shared hubs that rot first.
import { execFileSync } from 'node:child_process'

const log = execFileSync('git', ['log', '--no-merges', '-2000', '--name-only', '--pretty=format:%x00'], {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
})
const commits = log.split('\0').slice(1)
const counts = new Map()
for (const commit of commits)
  for (const file of new Set(commit.split('\n').filter((name) => /\.(ts|tsx|css|sql)$/.test(name))))
    counts.set(file, (counts.get(file) ?? 0) + 1)
const hot = [...counts]
  .map(([file, count]) => [file, count / commits.length])
  .filter(([, share]) => share > 0.05)
for (const [file, share] of hot.sort((a, b) => b[1] - a[1]))
  console.log(`${(share * 100).toFixed(1)} %  ${file}`)
console.log(`${hot.length} files in more than 5 % of ${commits.length} commits`)
