#!/bin/sh
# Copies apps into a project of their own, under a package of your choice, with the library as jars; and says later what has changed here.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)

usage() {
  cat <<'TEXT'
./once copy webhooks|forms|jobs|api <folder> --package com.acme.payments     one app
./once copy webhooks,jobs <folder> --package com.acme.billing                several, as com.acme.billing.webhooks and com.acme.billing.jobs
./once copy --diff <folder>                                                  what has changed here since, in the copy's names
./once copy --library <folder>                                               the library as it is here, into the copy

A new or empty folder becomes a Maven project that needs nothing of this one.
In a folder with a pom.xml that lists modules, the apps become modules. Nothing that is there is overwritten.
TEXT
}

refuse() {
  printf '%s\n' "$@" >&2
  exit 1
}

command=copy apps= folder= package=
while [ $# -gt 0 ]; do
  case $1 in
    -h|--help) usage; exit 0 ;;
    --package) [ $# -gt 1 ] || refuse 'There is no name after --package.'; package=$2; shift ;;
    --package=*) package=${1#--package=} ;;
    --diff|--library) command=${1#--}; apps=those-of-the-copy ;;
    -*) usage >&2; refuse '' "There is no option '$1'." ;;
    *) if [ -z "$apps" ]; then apps=$1; elif [ -z "$folder" ]; then folder=$1; else refuse "'$1' is one argument too many."; fi ;;
  esac
  shift
done

# The library: what a copy uses and does not change. It comes as jars, with their sources.

library='idempotency-core idempotency-test migrations local-postgres evidence/fault-kit'
snapshot=$(awk '/<artifactId>once<\/artifactId>/ { getline; gsub(/.*<version>|<\/version>.*/, ""); print; exit }' "$here/pom.xml")

jars_of() {
  printf '%s\n' "$here/$1/target/${1##*/}-$snapshot.jar" "$here/$1/target/${1##*/}-$snapshot-sources.jar"
}

is_built() {
  for module in $library; do
    jars_of "$module" | while IFS= read -r jar; do
      [ -f "$jar" ] && [ -z "$(find "$here/$module/pom.xml" "$here/$module/src/main" -newer "$jar" | head -n 1)" ] || exit 1
    done || return 1
  done
}

build_library() {
  is_built && return
  command -v mvn > /dev/null 2>&1 || refuse 'There is no Maven (mvn) on the PATH, and the library must be built first.'
  echo 'Building the library …'
  # shellcheck disable=SC2086
  (cd "$here" && mvn -B -q -Dmaven.test.skip -Dspotless.check.skip ${ONCE_MAVEN_ARGS:-} -pl "$(echo "$library" | tr ' ' ,)" -am package) >&2 ||
    refuse 'The library does not build, so nothing was copied.'
}

# A version that means these bytes and no others: two copies can share it, and none can replace the other's.
library_version() {
  base=${snapshot%-SNAPSHOT}
  sum=$(for module in $library; do cat "$(jars_of "$module" | head -n 1)"; done | cksum | cut -d ' ' -f 1)
  echo "$base-$(is_clean && git -C "$here" rev-parse --short=10 HEAD || echo "local-$sum")"
}

is_clean() {
  has_history && [ -z "$(git -C "$here" status --porcelain 2> /dev/null)" ]
}

has_history() {
  [ -e "$here/.git" ] && git -C "$here" rev-parse -q --verify HEAD > /dev/null 2>&1
}

put_library() {
  repository=$1/once/repository version=$2
  rm -rf "$repository"
  for module in . $library; do
    if [ "$module" = . ]; then artifact=once; else artifact=${module##*/}; fi
    place=$repository/dev/once/$artifact/$version
    mkdir -p "$place"
    sed "s|<version>$snapshot</version>|<version>$version</version>|" "$here/$module/pom.xml" > "$place/$artifact-$version.pom"
    [ "$module" = . ] || jars_of "$module" | while IFS= read -r jar; do
      name=${jar##*/}
      cp "$jar" "$place/$artifact-$version${name#"$artifact-$snapshot"}"
    done
  done
}

# Names.

module_of() {
  case $1 in api) echo public-api-app ;; *) echo "$1-app" ;; esac
}

# One app has the package itself; of several, each has one below it.
package_of() {
  case $apps in *' '*) echo "$package.$1" ;; *) echo "$package" ;; esac
}

rename_packages() {
  script=
  for app in $apps; do
    to=$(package_of "$app")
    script="$script
      s|dev\\.once\\.$app\\([^A-Za-z0-9_-]\\)|$to\\1|g; s|dev\\.once\\.$app\$|$to|g; s|dev/once/$app|$(echo "$to" | tr . /)|g
      s|migrations/app-migrations/src/main/resources/once/migrations/$app|$(module_of "$app")/src/main/resources/once/migrations/$app|g"
  done
  sed "$script"
}

read_record() {
  [ -n "$folder" ] || { usage >&2; refuse '' 'Say which folder.'; }
  record=$folder/once/copied-from.properties
  [ -f "$record" ] || refuse "$folder is no copy: there is no once/copied-from.properties in it."
  apps=$(sed -n 's/^apps=//p' "$record") package=$(sed -n 's/^package=//p' "$record") commit=$(sed -n 's/^commit=//p' "$record")
}

# What has changed here.

if [ "$command" = diff ]; then
  read_record
  has_history || refuse 'This is no Git repository, so it does not know what has changed.'
  git -C "$here" rev-parse -q --verify "$commit^{commit}" > /dev/null ||
    refuse "The copy comes from '$commit', which is no commit here." 'Fetch the whole history, or write the right commit into once/copied-from.properties.'
  paths=web-support
  for app in $apps; do paths="$paths $(module_of "$app") migrations/app-migrations/src/main/resources/once/migrations/$app"; done
  echo "# From $(git -C "$here" log -1 --format='%h of %as' "$commit") until now. Save it and take it over with: git apply --reject <file>"
  echo '# The library, which ./once copy --library replaces:'
  # shellcheck disable=SC2086
  git -C "$here" log --format='#   %h %s' "$commit.." -- $library
  echo '# The apps and what they share:'
  # shellcheck disable=SC2086
  git -C "$here" --no-pager diff --no-color --no-ext-diff --src-prefix=a/ --dst-prefix=b/ "$commit" -- $paths | rename_packages
  exit 0
fi

if [ "$command" = library ]; then
  read_record
  build_library
  version=$(library_version)
  put_library "$folder" "$version"
  sed "s|<once.version>.*</once.version>|<once.version>$version</once.version>|" "$folder/once/pom.xml" > "$folder/once/pom.xml.new"
  mv "$folder/once/pom.xml.new" "$folder/once/pom.xml"
  echo "$folder has the library $version now. Next: mvn verify there"
  exit 0
fi

# What is asked for.

[ -n "$apps" ] && [ -n "$folder" ] && [ -n "$package" ] || { usage >&2; refuse '' 'Say which app, which folder and which package.'; }
apps=$(echo "$apps" | tr , ' ' | sed 's/^ *//; s/ *$//')
for app in $apps; do
  case $app in webhooks|forms|jobs|api) ;; *) usage >&2; refuse '' "There is no app '$app'." ;; esac
  [ "$(echo "$apps" | tr ' ' '\n' | grep -cx "$app")" -eq 1 ] || refuse "'$app' is there twice."
done
printf '%s\n' "$package" | grep -Eq '^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$' ||
  refuse "'$package' is no package name." 'Use lower case letters and at least one dot, such as com.acme.payments.'
case $package. in dev.once.*) refuse "'$package' is in the core's own namespace." 'Choose a package of yours.' ;; esac

copied=
for app in $apps; do copied="${copied:+$copied }$(module_of "$app")"; done
modules="web-support $copied"
joins=
if [ -f "$folder/pom.xml" ]; then
  joins=yes
  sed '/<profiles>/,$d' "$folder/pom.xml" | grep -q '</modules>' ||
    refuse "$folder/pom.xml lists no modules, so there is no place for more." 'Give it <packaging>pom</packaging> and <modules>, or choose a new folder.'
  for name in $modules once; do
    if [ -e "$folder/$name" ] || grep -q "<module>$name</module>" "$folder/pom.xml"; then
      refuse "There is a $name in $folder already." 'Move it, or choose another folder. Nothing was changed.'
    fi
  done
elif [ -e "$folder" ] && { [ ! -d "$folder" ] || [ -n "$(ls -A "$folder")" ]; }; then
  refuse "$folder exists and is not empty." 'Choose a new folder, or one with the pom.xml of a Maven project.'
fi
case $(cd "$(dirname "$folder")" 2> /dev/null && pwd)/ in "$here"/*/src/*) refuse 'That is inside the sources of this project.' 'Choose a folder outside.' ;; esac
build_library

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
version=$(library_version)
put_library "$folder" "$version"

# The apps with their tests and their SQL, and what they share.

cd "$folder"
for module in $modules; do
  mkdir -p "$module"
  cp -R "$here/$module/src" "$module/"
done
for app in $apps; do
  owner=$(module_of "$app")/src/main/resources/once/migrations
  mkdir -p "$owner"
  cp -R "$here/migrations/app-migrations/src/main/resources/once/migrations/$app" "$owner/"
done
# shellcheck disable=SC2086
find $modules -type f | while IFS= read -r file; do
  if grep -Iq 'dev[./]once' "$file"; then
    rename_packages < "$file" > "$file.new"
    mv "$file.new" "$file"
  fi
done
for app in $apps; do
  for kind in main test; do
    java=$(module_of "$app")/src/$kind/java
    to=$java/$(package_of "$app" | tr . /)
    mkdir -p "${to%/*}"
    mv "$java/dev/once/$app" "$to"
    rmdir "$java/dev/once" "$java/dev" 2> /dev/null || true
  done
done

# The other apps are not here to be linked to.

demo=web-support/src/main/resources/once-web-demo.properties
grep -v '^once\.web\.links' "$demo" > "$demo.new" || true
mv "$demo.new" "$demo"

# The poms: your group and version, the library's version, and nothing of how Once itself is published.

pom() {
  awk -v group="$package" -v library="$version" -v kind="$1" '
    function own(text) { gsub(/<groupId>dev\.once</, "<groupId>" group "<", text); return text }
    function dependency(text) {
      if (text !~ /<groupId>dev\.once</) return text
      if (text ~ />web-support</) return own(text)
      if (text ~ />app-migrations</) { if (kind == "parent") return ""; sub(/app-migrations/, "migrations", text) }
      sub(/\$\{project\.version\}/, "${once.version}", text)
      return text
    }
    function block(end,   text) {
      text = $0 "\n"
      while ($0 !~ end) { getline; text = text $0 "\n" }
      return text
    }
    /maven\.deploy\.skip|once\.build\.time|gpg-plugin\.version|In the jars that are published/ { next }
    /^  <(url|name|description)>/ && kind == "parent" { next }
    /^  <(licenses|developers|scm|modules)>/ { block("</(licenses|developers|scm|modules)>"); next }
    /^  <properties>/ && kind == "module" {
      text = block("</properties>")
      gsub(/ *<maven\.deploy\.skip>[^\n]*\n/, "", text)
      if (text ~ /<properties>\n *<\/properties>/) getline; else printf "%s", text
      next
    }
    /^    <profile>/ {
      text = block("</profile>")
      sub(/ *<modules>.*<\/modules>\n/, "", text)
      if (text !~ /<id>(release|chaos)</) printf "%s", text
      next
    }
    /^ *<dependency>/ { printf "%s", dependency(block("</dependency>")); next }
    /^  <parent>/ && kind == "module" {
      block("</parent>")
      print "  <parent>\n    <groupId>" group "</groupId>\n    <artifactId>once-parent</artifactId>\n    <version>0.1.0-SNAPSHOT</version>"
      print "    <relativePath>../once/pom.xml</relativePath>\n  </parent>"
      next
    }
    /^  <groupId>dev\.once</ { print own($0); next }
    /^  <artifactId>once</ { print "  <artifactId>once-parent</artifactId>"; getline; print "  <version>0.1.0-SNAPSHOT</version>"; next }
    /^  <properties>/ {
      print "  <repositories>"
      print "    <!-- The library, until you take it from elsewhere. A mirror of everything in your settings must leave it out: *,!once-library -->"
      print "    <repository>\n      <id>once-library</id>\n      <url>file://${project.basedir}/../once/repository</url>\n    </repository>"
      print "  </repositories>\n"
      print
      print "    <once.version>" library "</once.version>"
      print "    <!-- The package was renamed, so imports sort differently: run mvn spotless:apply once, and delete this line. -->"
      print "    <spotless.check.skip>true</spotless.check.skip>"
      next
    }
    { print }'
}

pom parent < "$here/pom.xml" > once/pom.xml
for module in $modules; do pom module < "$here/$module/pom.xml" > "$module/pom.xml"; done
if [ -n "$joins" ]; then
  awk -v modules="once $modules" '
    /<\/modules>/ && !told {
      told = 1
      n = split(modules, names, " ")
      for (i = 1; i <= n; i++) added = added "    <module>" names[i] "</module>\n"
      sub(/ *<\/modules>/, (/^ *<\/modules>/ ? "" : "\n") added "  </modules>")
    }
    { print }' pom.xml > pom.xml.new
  mv pom.xml.new pom.xml
else
  {
    sed '/<modelVersion>/q' "$here/pom.xml"
    printf '  <groupId>%s</groupId>\n  <artifactId>%s</artifactId>\n  <version>0.1.0-SNAPSHOT</version>\n' "$package" "${package##*.}"
    printf '  <packaging>pom</packaging>\n\n  <modules>\n'
    for module in once $modules; do printf '    <module>%s</module>\n' "$module"; done
    printf '  </modules>\n</project>\n'
  } > pom.xml
  cp "$here/.editorconfig" "$here/.gitignore" .
fi

# The pages, without links to what is not here.

page() {
  awk '
    NR > 1 && /^ *\(\[tested\]/ { sub(/^ *\(\[tested\]\([^)]*\)\)/, ""); line = line $0; next }
    NR > 1 { print line }
    { line = $0 }
    END { print line }' "$1" |
  sed -e 's| *(\[tested\]([^)]*))||g' \
    -e 's|\](\(https*:\)|]@(\1|g; s|\](\(#\)|]@(\1|g; s|\](\(operati[no][gn]s*[./]\)|]@(\1|g' \
    -e 's|\[\([^]]*\)\]([^)]*)|\1|g' -e 's|\]@(|](|g' | rename_packages > "$2"
}

for module in $modules; do
  [ ! -f "$here/$module/README.md" ] || page "$here/$module/README.md" "$module/README.md"
done
mkdir -p docs/operations
for name in operating operations/tls-and-proxies $apps; do
  [ ! -f "$here/docs/$name.md" ] || [ -e "docs/$name.md" ] || page "$here/docs/$name.md" "docs/$name.md"
done
for name in alerts.yml grafana-dashboard.json; do
  [ -e "docs/operations/$name" ] || cp "$here/docs/operations/$name" docs/operations/
done
cp "$here/LICENSE" once/

# Which of their outbox topics nobody handles: the jobs do those of the others.
topics=
for app in $apps; do
  case " $apps " in *' jobs '*) break ;; esac
  case $app in webhooks) topic=email.welcome ;; *) topic=invoice.created ;; esac
  settings=$(module_of "$app")/src/main/resources/application.yml
  sed "s|^once:\$|&\\
  outbox.topics: $topic|" "$settings" > "$settings.new"
  mv "$settings.new" "$settings"
  case $topics in *" \`$topic\`"*) ;; *) topics="$topics \`$topic\`" ;; esac
done

unhandled='each topic that is written here is handled here.'
[ -z "$topics" ] || unhandled="nobody here handles$topics. Such messages wait forever, and the app warns of them when it starts (\`once.outbox.topics\`). Add a bean of type \`OutboxHandler\` in any process on the same database, or remove the call of \`outbox\`."

readme=README.md
[ -z "$joins" ] || readme=once/README.md
first=${copied%% *}
cat > "$readme" <<TEXT
# $package

Copied from Once: $(echo "$copied" | sed 's/ /, /g') under the package \`$package\`, with what they share (\`web-support\`). The library is used as it is: jars with sources in \`once/repository\`.

    mvn verify                   # builds it, and tests it on a PostgreSQL of its own
    mvn -DskipTests install      # once, so that an app can be run alone
    mvn -pl $first spring-boot:run -Dspring-boot.run.profiles=demo     # look at it; the database is in .once
    java -jar $first/target/$first-*.jar     # on your database: it says what it needs

## Change first

1. The example business: \`effects\` and \`pages\` of each app, and its SQL in \`src/main/resources/once/migrations\`. Edit the first files as long as no database of yours has them; later add new ones.
2. The settings: \`application.yml\`. \`application-demo.yml\` has passwords that everybody knows; it is for this machine only. Outside of it an app does not start until it has been given its own.
3. The look: \`templates\` and \`static\` of \`web-support\`.
4. The thresholds in [alerts.yml](${joins:+../}docs/operations/alerts.yml), and a [dashboard](${joins:+../}docs/operations/grafana-dashboard.json). [Operating](${joins:+../}docs/operating.md) says what they mean.
5. The outbox: $unhandled

## Corrections

\`once/copied-from.properties\` says which Once this is. In a clone of Once, \`./once copy --diff\` with this folder prints what has changed there since, in your names, and \`./once copy --library\` brings the library up to date. After you have taken over a diff, write the new commit into that file.

Licence: Apache-2.0, see once/LICENSE.
TEXT

cat > once/copied-from.properties <<TEXT
# Which Once this is a copy of; ./once copy --diff reads it.
commit=$(if has_history; then git -C "$here" rev-parse HEAD; else echo unknown; fi)
apps=$apps
package=$package
TEXT

if has_history && ! is_clean; then echo 'With changes that are not committed here: --diff shows them again.'; fi
echo "$(echo "$copied" | sed 's/ / and /g') in $folder, as $package, with the library $version. Next: cd $folder && mvn verify"
