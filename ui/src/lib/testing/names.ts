/** Names as authors write them too, for tests: each must stand on the screen whole, and harm nothing around it. */
export const oddNames = [
  ['of three hundred letters', 'long-name-'.repeat(30)],
  ['written from right to left', 'مهارة الطوارئ'],
  ['in Chinese', '燃气泄漏处理'],
  ['of emoji with joiners', '👩‍🚒🔥'],
  ['like markup', '<b>"bold"</b> & <i>'],
] as const;
