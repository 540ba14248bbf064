#pragma once

#include <utility>

namespace sealcache::native {

/// Marks work areas as used for the length of a call. JavaScript that runs during it could start
/// another call, which would overwrite or free what the first one still reads: the second must be
/// refused. `running` belongs to the areas and outlives this.
class InCall {
 public:
  explicit InCall(bool& running) noexcept
      : running_(running), first_(!std::exchange(running, true)) {}
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;
  ~InCall() {
    if (first_) running_ = false;
  }

  /// Whether no other call is running.
  [[nodiscard]] bool first() const noexcept { return first_; }

 private:
  bool& running_;
  bool first_;
};

}  // namespace sealcache::native
