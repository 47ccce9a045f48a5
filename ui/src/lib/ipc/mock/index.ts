export function install() {}
