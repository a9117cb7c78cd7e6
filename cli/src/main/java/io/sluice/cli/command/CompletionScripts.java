package io.sluice.cli.command;

import io.sluice.cli.command.CompleteCommand.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Scripts that complete what is typed: commands and flags from the commands themselves, and
 * addresses, runs and workspaces by asking {@code sluice complete}.
 */
final class CompletionScripts {
  private static final Map<String, Kind> KINDS =
      Map.of(
          "ADDRESS", Kind.ADDRESSES,
          "ADDRESSES", Kind.ADDRESSES,
          "A", Kind.ADDRESSES,
          "NODE", Kind.ADDRESSES,
          "RUN", Kind.RUNS,
          "W", Kind.WORKSPACES,
          "WORKSPACE", Kind.WORKSPACES);

  private CompletionScripts() {}

  /** What a shell has to know of one command: {@code runs show}. */
  private record Known(
      String path,
      List<String> below,
      List<OptionSpec> flags,
      Optional<Kind> argument,
      Optional<Kind> second) {}

  static String bash(CommandLine all) {
    List<Known> commands = commands(all);
    StringBuilder out = new StringBuilder();
    out.append(
        """
        # Completes sluice in bash and zsh: source <(sluice completion)
        if [ -n "${ZSH_VERSION-}" ]; then
          autoload -U +X compinit && compinit
          autoload -U +X bashcompinit && bashcompinit
        fi

        _sluice_below() {
          case "$1" in
        """);
    for (Known command : commands) {
      if (!command.below().isEmpty()) {
        out.append(
            "    '%s') echo '%s' ;;%n"
                .formatted(command.path(), String.join(" ", command.below())));
      }
    }
    out.append(
        """
          esac
        }

        _sluice_flags() {
          case "$1" in
        """);
    for (Known command : commands) {
      out.append("    '%s') echo '%s' ;;%n".formatted(command.path(), flags(command)));
    }
    out.append(
        """
          esac
        }

        # What is asked for behind a flag or as an argument: addresses, runs or workspaces.
        _sluice_kind() {
          case "$1" in
        """);
    for (Known command : commands) {
      command
          .argument()
          .ifPresent(
              kind -> out.append("    '%s') echo %s ;;%n".formatted(command.path(), kind.word())));
      command
          .second()
          .ifPresent(
              kind ->
                  out.append("    '%s +') echo %s ;;%n".formatted(command.path(), kind.word())));
      for (OptionSpec flag : command.flags()) {
        kind(flag)
            .ifPresent(
                kind ->
                    out.append(
                        "    '%s %s') echo %s ;;%n"
                            .formatted(command.path(), flag.longestName(), kind.word())));
      }
    }
    return out.append(
            """
              esac
            }

            _sluice() {
              local current="${COMP_WORDS[COMP_CWORD]}" previous="" path="" word kind i name
              local -a at=()
              current="${current//\\\\/}"
              COMPREPLY=()
              [ "$COMP_CWORD" -gt 0 ] && previous="${COMP_WORDS[COMP_CWORD-1]}"
              for ((i = 1; i < COMP_CWORD; i++)); do
                word="${COMP_WORDS[i]}"
                case "$word" in
                  -chdir*|--chdir*) at=("$word"); [ "${COMP_WORDS[i+1]-}" = "=" ] && at=("$word=${COMP_WORDS[i+2]-}") ;;
                esac
                case " $(_sluice_below "$path") " in
                  *" $word "*) path="${path:+$path }$word" ;;
                esac
              done
              if [ "${current:0:1}" = "-" ]; then
                COMPREPLY=($(compgen -W "$(_sluice_flags "$path")" -- "$current"))
                return
              fi
              kind="$(_sluice_kind "$path $previous")"
              if [ -z "$kind" ] && [ "${previous:0:1}" != "-" ] && [ "$previous" != "${path##* }" ]; then
                kind="$(_sluice_kind "$path +")"
              fi
              [ -n "$kind" ] || kind="$(_sluice_kind "$path")"
              if [ -n "$kind" ]; then
                [ "$kind" != runs ] || case last in "$current"*) COMPREPLY+=(last) ;; esac
                while IFS= read -r name; do
                  case "$name" in "$current"*) COMPREPLY+=("$(printf '%q' "$name")") ;; esac
                done < <("${COMP_WORDS[0]}" ${at[@]+"${at[@]}"} complete "$kind" 2>/dev/null)
                return
              fi
              COMPREPLY=($(compgen -W "$(_sluice_below "$path")" -- "$current"))
              if [ ${#COMPREPLY[@]} -eq 0 ]; then
                compopt -o filenames 2>/dev/null
                COMPREPLY=($(compgen -f -- "$current"))
              fi
            }

            complete -F _sluice sluice ./sluice
            """)
        .toString();
  }

  static String fish(CommandLine all) {
    StringBuilder out = new StringBuilder();
    out.append(
        """
        # Completes sluice in fish: sluice completion fish | source
        function __sluice_at
          set -l words (commandline -opc)
          set -l path
          for word in $words[2..-1]
            string match -q -- '-*' $word; or set -a path $word
          end
          test "$path" = "$argv"; or string match -q -- "$argv *" "$path"
        end

        complete -c sluice -f
        """);
    for (Known command : commands(all)) {
      String at =
          command.path().isEmpty() ? "__fish_use_subcommand" : "__sluice_at " + command.path();
      if (!command.below().isEmpty()) {
        out.append(
            "complete -c sluice -n '%s' -a '%s'%n"
                .formatted(at, String.join(" ", command.below())));
      }
      command
          .argument()
          .ifPresent(
              kind ->
                  out.append(
                      "complete -c sluice -n '%s' -a '(sluice complete %s 2>/dev/null)'%n"
                          .formatted(at, kind.word())));
      if (command.argument().isEmpty() && command.below().isEmpty()) {
        out.append("complete -c sluice -n '%s' -F%n".formatted(at));
      }
      for (OptionSpec flag : command.flags()) {
        String values =
            kind(flag)
                .map(kind -> " -x -a '(sluice complete " + kind.word() + " 2>/dev/null)'")
                .orElse(flag.arity().max() > 0 ? " -r" : "");
        out.append(
            "complete -c sluice -n '%s' -l %s%s -d '%s'%n"
                .formatted(
                    at,
                    flag.longestName().substring(2),
                    values,
                    String.join(" ", flag.description()).replace("'", "\\'")));
      }
    }
    return out.toString();
  }

  private static List<Known> commands(CommandLine all) {
    List<Known> commands = new ArrayList<>();
    add(all, "", commands);
    return commands;
  }

  private static void add(CommandLine line, String path, List<Known> commands) {
    CommandSpec spec = line.getCommandSpec();
    Map<String, CommandLine> below = new TreeMap<>(line.getSubcommands());
    List<OptionSpec> flags =
        spec.options().stream()
            .filter(flag -> !flag.hidden() && flag.longestName().startsWith("--"))
            .toList();
    Optional<Kind> argument =
        spec.positionalParameters().stream()
            .map(PositionalParamSpec::paramLabel)
            .flatMap(label -> Optional.ofNullable(KINDS.get(label)).stream())
            .findFirst()
            .or(() -> workspace(path));
    Optional<Kind> second =
        spec.positionalParameters().stream()
            .skip(1)
            .flatMap(label -> Optional.ofNullable(KINDS.get(label.paramLabel())).stream())
            .findFirst();
    commands.add(new Known(path, List.copyOf(below.keySet()), flags, argument, second));
    below.forEach((name, one) -> add(one, (path + " " + name).strip(), commands));
  }

  private static Optional<Kind> workspace(String path) {
    return path.equals("workspace select") || path.equals("workspace delete")
        ? Optional.of(Kind.WORKSPACES)
        : Optional.empty();
  }

  private static Optional<Kind> kind(ArgSpec flag) {
    return Optional.ofNullable(KINDS.get(flag.paramLabel().toUpperCase(Locale.ROOT)));
  }

  private static String flags(Known command) {
    return command.flags().stream().map(OptionSpec::longestName).collect(Collectors.joining(" "));
  }
}
